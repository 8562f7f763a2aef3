import { type Balancer, startBalancer } from '../../support/balancer.ts';
import { freePort } from '../../support/free-port.ts';
import type { Ground, ServiceProcess } from './ground.ts';

/** A replica that restarts at the same address. */
export interface Member {
  name: string;
  /** Its own address; empty for a worker. */
  url: string;
  /** The running process. */
  running(): ServiceProcess;
  /** Stops it. @returns the seconds that took, and its exit code; null when it was killed */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ seconds: number; code: number | null }>;
  /** Starts it again. `from` is the tree of its version when that is not this one. */
  begin(from?: string): Promise<void>;
}

export interface Fleet {
  webs: Member[];
  workers: Member[];
  balancer: Balancer;
  /** Closes only the balancer. The processes end with their ground. */
  close(): Promise<void>;
}

const MAX_STARTS = 5;

/** Repeats a failed start, as a process manager does: its database may just be restarting. */
async function startAtLast(start: () => Promise<ServiceProcess>): Promise<ServiceProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === MAX_STARTS) throw error;
    }
  }
}

async function enlist(
  ground: Ground,
  name: string,
  role: 'web' | 'worker',
  environment: Record<string, string>,
  from: string | undefined,
) {
  const port = String(await freePort());
  const settings = { ROLE: role, PORT: port, ...environment };
  let process = await startAtLast(() => ground.start(settings, from));
  const member: Member = {
    name,
    url: role === 'web' ? `http://127.0.0.1:${port}` : '',
    running: () => process,
    async end(signal) {
      const began = performance.now();
      process.child.kill(signal);
      await process.ended;
      return { seconds: (performance.now() - began) / 1000, code: process.child.exitCode };
    },
    async begin(from) {
      process = await startAtLast(() => ground.start(settings, from));
    },
  };
  return member;
}

/**
 * Starts web processes behind the ground’s address, and workers. `environment` receives their number among all of
 * them, the web ones first;
 * `from` is the tree of their version.
 */
export async function startFleet(
  ground: Ground,
  size: { webs: number; workers: number },
  environment: (role: 'web' | 'worker', at: number) => Record<string, string> = () => ({}),
  from?: string,
): Promise<Fleet> {
  const named = (role: 'web' | 'worker', count: number, before: number) =>
    Array.from({ length: count }, (_, at) =>
      enlist(ground, `${role} ${at + 1}`, role, environment(role, before + at), from),
    );
  const [webs, workers] = await Promise.all([
    Promise.all(named('web', size.webs, 0)),
    Promise.all(named('worker', size.workers, size.webs)),
  ]);
  const addresses = webs.map(({ url }) => url);
  const balancer = await startBalancer(Number(new URL(ground.url).port), addresses);
  return { webs, workers, balancer, close: () => balancer.close() };
}
