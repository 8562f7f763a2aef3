import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(import.meta.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js'));

export interface Inspected {
  exitCode: number;
  /** The server's answer. */
  stdout: string;
  /** The inspector's result. */
  stderr: string;
}

/** Runs the official inspector's command line once, in a separate process whose environment is only `env`. */
export async function inspect(env: Record<string, string>, url: string, args: string[]): Promise<Inspected> {
  return new Promise((fulfil, reject) => {
    execFile(
      process.execPath,
      [launcher, '--cli', url, '--transport', 'http', '--format', 'json', '--connect-timeout', '120000', ...args],
      { env: { ...env, MCP_INSPECTOR_SECRET_STORE: 'memory' }, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error === null) fulfil({ exitCode: 0, stdout, stderr });
        else if (typeof error.code === 'number') fulfil({ exitCode: error.code, stdout, stderr });
        else reject(error);
      },
    );
  });
}
