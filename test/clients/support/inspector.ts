import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

const launcher = resolve(
  import.meta.dirname,
  '../../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);

export interface Inspected {
  exitCode: number;
  /** What the server answered. */
  stdout: string;
  /** What the inspector finds of it. */
  stderr: string;
}

/** Runs the official inspector's command line once, in a process and a home folder of its own. */
export async function inspect(home: string, url: string, token: string, args: string[]): Promise<Inspected> {
  const header = `Authorization: Bearer ${token}`;
  return new Promise((fulfil, reject) => {
    execFile(
      process.execPath,
      [launcher, '--cli', url, '--transport', 'http', '--header', header, '--format', 'json', ...args],
      { env: { PATH: process.env.PATH, HOME: home }, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error === null) fulfil({ exitCode: 0, stdout, stderr });
        else if (typeof error.code === 'number') fulfil({ exitCode: error.code, stdout, stderr });
        else reject(error);
      },
    );
  });
}
