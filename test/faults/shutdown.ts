import { prepareGround } from './support/ground.ts';
import { progress, startLoad } from './support/load.ts';
import { inWords, type Verdict, verify } from './support/verify.ts';

/** SIGTERM under load: what runs ends or goes back, within 10 s. @returns the seconds of each as well */
export async function shutdownFaults(stops: number): Promise<Verdict & { seconds: number[]; codes: unknown[] }> {
  const ground = await prepareGround();
  try {
    let service = await ground.start();
    const load = startLoad(ground, 6);
    const seconds: number[] = [];
    const codes: unknown[] = [];
    for (let stop = 0; stop < stops; stop += 1) {
      await progress(load, 5);
      const began = performance.now();
      service.child.kill('SIGTERM');
      await service.ended;
      seconds.push((performance.now() - began) / 1000);
      codes.push(service.child.exitCode);
      service = await ground.start();
    }
    await load.stop();
    const verdict = await verify(ground, load);
    console.log(`${stops} SIGTERM: at most ${Math.max(...seconds).toFixed(1)} s, codes ${codes}; ${inWords(verdict)}`);
    return { ...verdict, seconds, codes };
  } finally {
    await ground.close();
  }
}
