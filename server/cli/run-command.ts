import { spawn } from 'node:child_process';
import { UsageError } from './failure.ts';

/**
 * Runs a command of the shell with `input` on its stdin. Returns its exit code, or 1 when a signal ended it.
 * @throws UsageError when there is no shell to run it
 */
export function runCommand(
  command: string,
  input: string,
  { env, quiet }: { env: NodeJS.ProcessEnv; quiet: boolean },
): Promise<number> {
  return new Promise((resolve, reject) => {
    // stdout may be for a JSON document.
    const child = spawn(command, { shell: true, env, stdio: ['pipe', quiet ? process.stderr : 'inherit', 'inherit'] });
    child.once('error', (error) => reject(new UsageError(`--exec: it could not be started (${error.message}).`)));
    child.once('close', (code) => resolve(code ?? 1));
    // A command that reads nothing may end before all is written.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}
