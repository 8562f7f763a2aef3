import { readdir, readFile } from 'node:fs/promises';

/** `/proc` counts in hundredths of a second. */
const TICK_MS = 10;

interface Known {
  parent: number;
  cpuMs: number;
}

/** Returns the parent and processor time, including ended children; null for an ended process, or without `/proc`. */
async function look(pid: number): Promise<Known | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
  return { parent: Number(fields[1]), cpuMs: ticks * TICK_MS };
}

/** Returns a process and all its current descendants. */
async function treeOf(root: number): Promise<Map<number, Known>> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 0);
  const all = new Map<number, Known>();
  for (const pid of pids) {
    const known = await look(pid);
    if (known !== null) all.set(pid, known);
  }
  const belongs = (pid: number): boolean =>
    pid === root || (all.has(pid) && pid > 1 && belongs(all.get(pid)?.parent ?? 0));
  return new Map([...all].filter(([pid]) => belongs(pid)));
}

/** Returns the processor time in ms that a process and all its descendants have used, including ended ones. */
export async function cpuMsOf(root: number): Promise<number> {
  return [...(await treeOf(root)).values()].reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

/** Returns the bytes in memory of a process and all its descendants, with shared memory counted once. */
export async function memoryOf(root: number): Promise<number> {
  let kilobytes = 0;
  for (const pid of (await treeOf(root)).keys()) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  }
  return kilobytes * 1024;
}
