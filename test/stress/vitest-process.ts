import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');

/** Runs Vitest over both projects of `npm test`. Returns its output and its exit code. */
export async function runVitest(
  args: string[],
  more: Record<string, string> = {},
): Promise<{ printed: string; code: number | null }> {
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'unit', '--project', 'integration', ...args], {
    env: { ...process.env, NO_COLOR: '1', ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-100_000);
    });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  );
  return { printed, code };
}

/** Returns the CPU seconds of ended children of this process, in user and kernel mode; 0 where they are unknown. */
export async function cpuOfChildren(): Promise<number> {
  const line = await readFile('/proc/self/stat', 'utf8').catch(() => '');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const ticksPerSecond = 100;
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / ticksPerSecond;
}
