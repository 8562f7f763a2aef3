/** The thread in which pictures are decoded, hashed, compared and drawn: several at a time, as its waits allow. */
import { parentPort } from 'node:worker_threads';
import { ImageRefused } from './image-refused.ts';
import { type Job, type Said, work } from './work.ts';

const port = parentPort;
if (port === null) throw new Error('This file is run as a worker thread.');

/** Bytes come as plain arrays from another thread. */
const toBuffer = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

async function answer({ id, name, args }: Job): Promise<Said> {
  try {
    const run = work[name] as (...values: unknown[]) => Promise<unknown>;
    return { id, kind: 'done', result: await run(...args.map(toBuffer)) };
  } catch (error) {
    if (error instanceof ImageRefused) return { id, kind: 'refused', code: error.code, message: error.message };
    return { id, kind: 'failed', error };
  }
}

port.on('message', async (job: Job) => port.postMessage(await answer(job)));
