import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface Verifier {
  language: string;
  /** Lines of code, without blank ones. */
  lines: number;
  /** Runs it as the page says. @returns its exit code */
  run(given: { body: Buffer; header: string | null; secret: string | null; path?: string }): Promise<number>;
}

/** Returns the code block that follows the page's line on how to call it. */
function extract(page: string, file: string, fence: string): string {
  const call = page.indexOf(`${file} "$SIGNATURE" < body`);
  const start = page.indexOf(`\`\`\`${fence}\n`, call);
  const end = page.indexOf('\n```', start);
  if (call < 0 || start < 0 || end < 0) throw new Error(`The page holds no ${file}`);
  return `${page.slice(start + fence.length + 4, end)}\n`;
}

/** Returns the path of a program. Throws an error that says how to get it. */
function locate(program: string, args: string[], toInstall: string): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8' }).trim();
  } catch {
    throw new Error(`${program} is missing. Install it: apt-get install -y ${toInstall}`);
  }
}

/** Writes the page's verifiers to files in a folder that `close` removes. */
export function documentedVerifiers(): { verifiers: Verifier[]; close(): void } {
  const page = readFileSync(resolve(import.meta.dirname, '../../../../server/docs/webhooks.md'), 'utf8');
  locate('openssl', ['version'], 'openssl');
  const python = locate('python3', ['-c', 'import sys; print(sys.executable)'], 'python3');
  const folder = mkdtempSync(join(tmpdir(), 'sightline-verifiers-'));
  const kinds = [
    { language: 'Node', file: 'verify.mjs', fence: 'js', program: process.execPath },
    { language: 'Python', file: 'verify.py', fence: 'python', program: python },
    { language: 'shell', file: 'verify.sh', fence: 'sh', program: '/bin/sh' },
  ];
  const verifiers = kinds.map(({ language, file, fence, program }): Verifier => {
    const code = extract(page, file, fence);
    const script = join(folder, file);
    writeFileSync(script, code);
    return {
      language,
      lines: code.split('\n').filter((line) => line.trim() !== '').length,
      run: ({ body, header, secret, path = process.env.PATH ?? '' }) =>
        new Promise((fulfil, reject) => {
          const env = { PATH: path, ...(secret === null ? {} : { SECRET: secret }) };
          const args = header === null ? [script] : [script, header];
          const child = execFile(program, args, { env, cwd: folder }, (error, _, said) => {
            // A refusal is an answer, not a crash.
            if (header !== null && /Traceback|Error:/.test(said)) reject(new Error(said));
            else if (error === null) fulfil(0);
            else if (typeof error.code === 'number') fulfil(error.code);
            else reject(error);
          });
          // A verifier that refuses before it has read the body closes its input.
          child.stdin?.on('error', () => {});
          child.stdin?.end(body);
        }),
    };
  });
  return { verifiers, close: () => rmSync(folder, { recursive: true, force: true }) };
}
