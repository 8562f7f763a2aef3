/** The thread in which text is read: the engine runs in another below it, and both are ended together. */
import { parentPort } from 'node:worker_threads';
import { readStrip, startEngine } from './engine.ts';
import type { ReadJob, Said } from './messages.ts';
import { reveal } from './reveal.ts';
import { asPgm, stripsOf } from './strips.ts';

const port = parentPort;
if (port === null) throw new Error('This file is run as a worker thread.');
const say = (said: Said): void => port.postMessage(said);
const engine = await startEngine((why) => say({ kind: 'broken', why }));

/** Each strip twice: as it is, where what can be read well is read best, and with its pale text brought out. */
async function work(job: ReadJob): Promise<void> {
  const revealed = reveal(job);
  for (const strip of stripsOf(job.picture)) {
    for (const picture of [job.picture, revealed]) {
      say({ kind: 'lines', lines: await readStrip(engine, asPgm(picture, strip), strip.from) });
    }
  }
}

port.on('message', (job: ReadJob) => {
  work(job).then(
    () => say({ kind: 'done' }),
    (error: unknown) => say({ kind: 'broken', why: String(error) }),
  );
});
say({ kind: 'ready' });
