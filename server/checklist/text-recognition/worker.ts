/** The thread that reads text. The engine runs in another thread below it, and both end together. */
import { parentPort } from 'node:worker_threads';
import { readStrip, startEngine } from './engine.ts';
import type { GreyImage, ReadJob, SeenLine, WorkerMessage } from './messages.ts';
import { reveal } from './reveal.ts';
import { asPgm, stripsOf } from './strips.ts';

const port = parentPort;
if (port === null) throw new Error('This file is run as a worker thread.');
const describe = (message: WorkerMessage): void => port.postMessage(message);
const engine = await startEngine((why) => describe({ kind: 'broken', why }));

/** Lines with at least this confidence are not read a second time, which saves half of the work. */
const SURE = 0.88;
const ROOM = 2;

function wipe({ pixels, width, height }: GreyImage, line: SeenLine): void {
  const [left, right] = [Math.max(0, line.x - ROOM), Math.min(width, line.x + line.width + ROOM)];
  const bottom = Math.min(height, line.y + line.height + ROOM);
  for (let y = Math.max(0, line.y - ROOM); y < bottom; y += 1) pixels.fill(255, y * width + left, y * width + right);
}

/** Reads each strip twice: unchanged, which suits most text, and then the rest with its pale text amplified. */
async function work(job: ReadJob): Promise<void> {
  const revealed = reveal(job);
  for (const strip of stripsOf(job.image)) {
    const plain = await readStrip(engine, asPgm(job.image, strip), strip.from);
    describe({ kind: 'lines', lines: plain });
    for (const line of plain) if (line.sure >= SURE) wipe(revealed, line);
    describe({ kind: 'lines', lines: await readStrip(engine, asPgm(revealed, strip), strip.from) });
  }
}

port.on('message', (job: ReadJob) => {
  work(job).then(
    () => describe({ kind: 'done' }),
    (error: unknown) => describe({ kind: 'broken', why: String(error) }),
  );
});
describe({ kind: 'ready' });
