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

/** Does something to one service under load, and holds what it acknowledged against what is there afterwards. */
export async function underLoad(
  clients: number,
  work: (at: UnderLoad) => Promise<void>,
  options: Parameters<typeof startLoad>[2] = {},
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
        service = await ground.start();
        return child.exitCode;
      },
    });
    await load.stop();
    return { ...(await verify(ground, load)), refusals: load.refusals };
  } finally {
    await ground.close();
  }
}
