import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../../..');

export interface Child {
  process: ChildProcess;
  pid: number;
  /** The next line that it prints. Rejects with its stderr when it ends first. */
  line(): Promise<string>;
  /** What it wrote to stderr so far. */
  errors(): string;
  /** Its exit code; null when a signal ended it. */
  ended(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

/** Runs a module's source in a new Node process. `server/…` imports start at the root of the package. */
export function startChild(code: string, environment: Record<string, string> = {}): Child {
  const text = code.replace(
    /(from|import) '(server\/[^']+)'/g,
    (_, word: string, path: string) => `${word} '${root}/${path}'`,
  );
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let rest = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    child.emit('printed');
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  const exited = once(child, 'exit');
  return {
    process: child,
    pid: child.pid ?? 0,
    async line() {
      while (lines.length === 0) {
        await Promise.race([once(child, 'printed'), exited]);
        if (lines.length === 0 && child.exitCode !== null) throw new Error(`It ended:\n${errors}`);
      }
      return lines.shift() ?? '';
    },
    errors: () => errors,
    async ended() {
      const [code] = (await exited) as [number | null];
      return code;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
