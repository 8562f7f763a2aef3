import { readdir, readFile } from 'node:fs/promises';

/** `/proc` counts in hundredths of a second. */
const TICK_MS = 10;

interface Known {
  parent: number;
  cpuMs: number;
}

/** Parent and processor time, that of its ended children included; null for one that is gone, or where there is no `/proc`. */
async function look(pid: number): Promise<Known | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
  return { parent: Number(fields[1]), cpuMs: ticks * TICK_MS };
}

/** A process and all that come from it, as they are now. */
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

/** Processor time in ms that these processes and all their children have used, ended ones included. */
export async function cpuMsOf(root: number): Promise<number> {
  return [...(await treeOf(root)).values()].reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

/** Bytes in memory of a process and all its children, what they share counted once. */
export async function memoryOf(root: number): Promise<number> {
  let kilobytes = 0;
  for (const pid of (await treeOf(root)).keys()) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  }
  return kilobytes * 1024;
}
