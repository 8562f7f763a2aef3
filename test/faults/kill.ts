import { progress } from './support/load.ts';
import { underLoad } from './support/under-load.ts';
import { inWords, type Verdict } from './support/verify.ts';

/** kill -9 of the service at `kills` random points under load; a new process follows each. */
export async function killFaults(kills: number): Promise<Verdict> {
  const { refusals: _, ...verdict } = await underLoad(6, async ({ load, replace }) => {
    for (let kill = 0; kill < kills; kill += 1) {
      // Any point between two acknowledged writes is as likely as another.
      await progress(load, 1 + Math.floor(Math.random() * 12));
      await new Promise((fulfil) => setTimeout(fulfil, Math.random() * 40));
      await replace('SIGKILL');
    }
  });
  console.log(`${kills} kills: ${inWords(verdict)}`);
  return verdict;
}
