import { readFile } from 'node:fs/promises';

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Returns when a process started, in the system's own units; null where the system does not report it. */
async function startedAt(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The name, in brackets, may contain anything; the start time is the twentieth field after it.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

/**
 * Describes this process. After a restart of the machine, another process with the same number has another description.
 */
export async function describeSelf(): Promise<string> {
  return `${process.pid} ${(await startedAt(process.pid)) ?? ''}`.trim();
}

/** Returns the number of the other process that a description names if it still runs; null otherwise. */
export async function liveOther(description: string): Promise<number | null> {
  const [number = '', started] = description.trim().split(' ');
  const pid = Number(number);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isAlive(pid)) return null;
  const now = started === undefined ? null : await startedAt(pid);
  return now === null || now === started ? pid : null;
}

/** Reads `postmaster.pid`; null when there is none or it is not complete yet. */
export async function readPid(file: string): Promise<{ pid: number; port: number } | null> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) && port > 0 ? { pid, port } : null;
}
