/** The thread that decodes, hashes, compares and draws images. A job may start while another one awaits sharp. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { ImageRefused } from './image-refused.ts';
import { type Job, type WorkerMessage, work } from './work.ts';

const port = parentPort;
if (port === null) throw new Error('This file is run as a worker thread.');

// No image is read twice in a row, so sharp's cache is useless. Pixels lie outside the heap, so nothing triggers their
// collection. Without the two settings the process needs a sixth more memory under load: 590 instead of 505 MB (`npm
// run bench -- memory`).
sharp.cache(false);
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Turns bytes into a buffer again; they arrive from another thread as plain arrays. */
const toBuffer = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

async function answer({ id, name, args }: Job): Promise<WorkerMessage> {
  try {
    const run = work[name] as (...values: unknown[]) => Promise<unknown>;
    return { id, kind: 'done', result: await run(...args.map(toBuffer)) };
  } catch (error) {
    if (error instanceof ImageRefused) return { id, kind: 'refused', code: error.code, message: error.message };
    return { id, kind: 'failed', error };
  }
}

port.on('message', async (job: Job) => {
  port.postMessage(await answer(job));
  collect();
});
