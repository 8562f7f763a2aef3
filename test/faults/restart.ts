import { prepareGround } from './support/ground.ts';
import { progress, refusedInWords, startLoad } from './support/load.ts';
import { inWords, type Verdict, verify } from './support/verify.ts';

/** PostgreSQL ends and starts again under load; the service is the same process throughout. */
export async function restartFaults(restarts: number): Promise<Verdict> {
  const ground = await prepareGround();
  try {
    const service = await ground.start();
    const load = startLoad(ground, 6);
    for (let restart = 0; restart < restarts; restart += 1) {
      await progress(load, 1 + Math.floor(Math.random() * 20));
      await ground.postgres.restart();
    }
    await progress(load, 20);
    await load.stop();
    const verdict = await verify(ground, load);
    if (service.child.exitCode !== null) throw new Error('The service ended with its database.');
    console.log(`${restarts} PostgreSQL restarts: ${inWords(verdict)}; answers meanwhile: ${refusedInWords(load)}`);
    return verdict;
  } finally {
    await ground.close();
  }
}
