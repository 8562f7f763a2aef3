import { progress } from './support/load.ts';
import { underLoad } from './support/under-load.ts';
import { inWords, type Verdict } from './support/verify.ts';

/** Sends SIGTERM under load. Running work ends or is released within 10 s. @returns the seconds of each as well */
export async function shutdownFaults(stops: number): Promise<Verdict & { seconds: number[]; codes: unknown[] }> {
  const seconds: number[] = [];
  const codes: unknown[] = [];
  const { refusals: _, ...verdict } = await underLoad(6, async ({ load, service, replace }) => {
    for (let stop = 0; stop < stops; stop += 1) {
      await progress(load, 5);
      const began = performance.now();
      service().ended.then(() => seconds.push((performance.now() - began) / 1000));
      codes.push(await replace('SIGTERM'));
    }
  });
  console.log(`${stops} SIGTERM: at most ${Math.max(...seconds).toFixed(1)} s, codes ${codes}; ${inWords(verdict)}`);
  return { ...verdict, seconds, codes };
}
