import { progress, refusedInWords } from './support/load.ts';
import { underLoad } from './support/under-load.ts';
import { inWords, type Verdict } from './support/verify.ts';

/** Restarts PostgreSQL under load. The service is the same process throughout. */
export async function restartFaults(restarts: number): Promise<Verdict> {
  const { refusals, ...verdict } = await underLoad(6, async ({ ground, load, service }) => {
    for (let restart = 0; restart < restarts; restart += 1) {
      await progress(load, 1 + Math.floor(Math.random() * 20));
      await ground.postgres.restart();
    }
    await progress(load, 20);
    if (service().child.exitCode !== null) throw new Error('The service ended with its database.');
  });
  console.log(
    `${restarts} PostgreSQL restarts: ${inWords(verdict)}; answers meanwhile: ${refusedInWords({ refusals })}`,
  );
  return verdict;
}
