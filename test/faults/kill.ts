import { progress } from './support/load.ts';
import { underLoad } from './support/under-load.ts';
import { inWords, type Verdict } from './support/verify.ts';

/** Kills the service with SIGKILL at `kills` random moments under load, and starts a new process after each. */
export async function killFaults(kills: number): Promise<Verdict> {
  const { refusals: _, ...verdict } = await underLoad(6, async ({ load, replace }) => {
    for (let kill = 0; kill < kills; kill += 1) {
      // Each moment between two acknowledged writes is equally likely.
      await progress(load, 1 + Math.floor(Math.random() * 12));
      await new Promise((fulfil) => setTimeout(fulfil, Math.random() * 40));
      await replace('SIGKILL');
    }
  });
  console.log(`${kills} kills: ${inWords(verdict)}`);
  return verdict;
}
