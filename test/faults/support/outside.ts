import { readdir, readFile } from 'node:fs/promises';

/** What the operating system reports about a process and its children. */
export interface Use {
  /** Bytes in memory of the process itself. */
  rss: number;
  files: number;
  /** Seconds of processor time since its start. */
  cpu: number;
  /** The number of its descendants: a browser and its parts. */
  below: number;
  /** Bytes in memory of the descendants, with shared memory counted for each. */
  rssBelow: number;
}

const TICKS_A_SECOND = 100;
const KB = 1024;

const rssOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * KB;
};

/** Returns the fields after the program’s name, which may contain anything: state, parent, … */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

async function parents(): Promise<Map<number, number>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  return new Map(await Promise.all(pids.map(async (pid) => [pid, Number((await statOf(pid))[1])] as const)));
}

function descendants(of: number, parentOf: ReadonlyMap<number, number>): number[] {
  const direct = [...parentOf].filter(([, parent]) => parent === of).map(([pid]) => pid);
  return direct.flatMap((pid) => [pid, ...descendants(pid, parentOf)]);
}

/** Works only where there is `/proc`. */
export async function lookAt(pid: number): Promise<Use> {
  const [stat, files, below] = await Promise.all([
    statOf(pid),
    readdir(`/proc/${pid}/fd`),
    parents().then((all) => descendants(pid, all)),
  ]);
  const rss = await Promise.all([pid, ...below].map(rssOf));
  const [own = 0, ...theirs] = rss;
  return {
    rss: own,
    files: files.length,
    cpu: (Number(stat[11]) + Number(stat[12])) / TICKS_A_SECOND,
    below: below.length,
    rssBelow: theirs.reduce((sum, each) => sum + each, 0),
  };
}
