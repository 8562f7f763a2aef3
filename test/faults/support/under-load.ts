import { sql } from '../../api/support/sql.ts';
import { type Ground, prepareGround, type ServiceProcess } from './ground.ts';
import { type Load, startLoad } from './load.ts';
import { type Verdict, verify } from './verify.ts';

export interface UnderLoad {
  ground: Ground;
  load: Load;
  /** The running process. */
  service(): ServiceProcess;
  /** Stops it, and starts another. @returns the exit code; null when a signal ended it */
  replace(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Ends every lease, including those whose claim was answered over a broken connection: only the row records them. */
const endLeases = (ground: Ground): Promise<unknown> =>
  sql(ground, 'UPDATE delivery SET leased_until = now() WHERE leased_until > now()');

/** Makes running jobs look as if their process had sent no heartbeat for a minute. */
const loseHeartbeats = (ground: Ground): Promise<unknown> =>
  sql(
    ground,
    "UPDATE sightline_queue.job SET heartbeat_on = heartbeat_on - interval '1 minute' WHERE state = 'active'",
  );

/**
 * Runs `work` against one service under load, and compares what it acknowledged with what is there afterwards. With
 * `leasesEnd` interrupted work may be started again at once.
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
