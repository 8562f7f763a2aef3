import { prepareGround } from './support/ground.ts';
import { progress, startLoad } from './support/load.ts';
import { inWords, type Verdict, verify } from './support/verify.ts';

/** kill -9 of the service at `kills` random points under load; a new process follows each. */
export async function killFaults(kills: number): Promise<Verdict> {
  const ground = await prepareGround();
  try {
    let service = await ground.start();
    const load = startLoad(ground, 6);
    for (let kill = 0; kill < kills; kill += 1) {
      // Any point between two acknowledged writes is as likely as another.
      await progress(load, 1 + Math.floor(Math.random() * 12));
      await new Promise((fulfil) => setTimeout(fulfil, Math.random() * 40));
      service.child.kill('SIGKILL');
      await service.ended;
      service = await ground.start();
    }
    await load.stop();
    const verdict = await verify(ground, load);
    console.log(`${kills} kills: ${inWords(verdict)}`);
    return verdict;
  } finally {
    await ground.close();
  }
}
