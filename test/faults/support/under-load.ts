import { sql } from '../../api/support/sql.ts';
import { type Ground, prepareGround, type ServiceProcess } from './ground.ts';
import { type Load, startLoad } from './load.ts';
import { type Verdict, verify } from './verify.ts';

export interface UnderLoad {
  ground: Ground;
  load: Load;
  /** The process that runs now. */
  service(): ServiceProcess;
  /** Ends it, and starts another. @returns the exit code; null when a signal ended it */
  replace(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Also of those whose claim was answered when the connection had broken: only the row knows of it. */
const endLeases = (ground: Ground): Promise<unknown> =>
  sql(ground, 'UPDATE delivery SET leased_until = now() WHERE leased_until > now()');

/** As if nothing had been heard for a minute of the process that had begun them. */
const loseHeartbeats = (ground: Ground): Promise<unknown> =>
  sql(
    ground,
    "UPDATE sightline_queue.job SET heartbeat_on = heartbeat_on - interval '1 minute' WHERE state = 'active'",
  );

/**
 * Does something to one service under load, and holds what it acknowledged against what is there afterwards. With
 * `leasesEnd` nobody waits until what was broken off may be begun again.
 */
export async function underLoad(
  clients: number,
  work: (at: UnderLoad) => Promise<void>,
  { leasesEnd = false, ...options }: Parameters<typeof startLoad>[2] & { leasesEnd?: boolean } = {},
): Promise<Verdict & { refusals: Load['refusals'] }> {
  const ground = await prepareGround();
  try {
    let service = await ground.start();
    const load = startLoad(ground, clients, options);
    await work({
      ground,
      load,
      service: () => service,
      async replace(signal) {
        const { child, ended } = service;
        child.kill(signal);
        await ended;
        if (leasesEnd) await loseHeartbeats(ground);
        service = await ground.start();
        return child.exitCode;
      },
    });
    await load.stop();
    if (leasesEnd) await endLeases(ground);
    return { ...(await verify(ground, load)), refusals: load.refusals };
  } finally {
    await ground.close();
  }
}
