/** The thread that decodes, hashes, compares and draws images. A job may start while another one awaits sharp. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { ImageRefused } from './image-refused.ts';
import { type Job, type WorkerMessage, work } from './work.ts';

const port = parentPort;
if (port === null) throw new Error('This file is run as a worker thread.');

// No image is read twice in a row, so sharp's cache is useless.
sharp.cache(false);
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/**
 * Pixels lie outside the heap, so V8 hardly collects them by itself. Collecting after each job takes 6 to 17 ms of CPU,
 * as much as reading a screenshot, and saves only 30 of 490 MB under load (`npm run bench -- memory`).
 */
const KEPT_BYTES = 32 * 2 ** 20;
function collect(): void {
  if (getHeapStatistics().external_memory > KEPT_BYTES) collectGarbage();
}

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
