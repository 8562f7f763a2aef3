import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ImageTools } from '../../domain/port-types.ts';
import { ServiceStopping } from '../service-stopping.ts';
import { createSlots } from '../slots.ts';
import { cropArea } from './crop-area.ts';
import { ImageRefused } from './image-refused.ts';
import { pixelsOf } from './pixels.ts';
import type { Job, Name, WorkerMessage, work } from './work.ts';

/** Beyond this, two processes are better than one. */
const MAX_THREADS = Math.min(4, availableParallelism());

interface Pending {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface Thread {
  load(): number;
  run(name: Name, args: unknown[]): Promise<unknown>;
}

/** Turns the bytes in a thread's result into buffers again: they are at most two levels deep. */
function withBuffers(value: unknown, depth = 2): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (depth === 0 || typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map((item) => withBuffers(item, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withBuffers(item, depth - 1)]));
}

/** Copies bytes that are a part of a larger buffer, because posting them would copy the whole buffer. */
const alone = (value: unknown): unknown =>
  value instanceof Uint8Array && value.byteLength < value.buffer.byteLength ? new Uint8Array(value) : value;

function startThread(): Thread {
  const worker = new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url), {
    // It processes untrusted images, so it inherits no secrets.
    env: {},
    execArgv: [],
  });
  worker.unref();
  const pending = new Map<number, Pending>();
  let jobs = 0;
  let failure: unknown;

  function settle(id: number): Pending | undefined {
    const job = pending.get(id);
    pending.delete(id);
    // A thread keeps the process alive only while someone waits for it.
    if (pending.size === 0) worker.unref();
    return job;
  }

  worker.on('message', (message: WorkerMessage) => {
    const job = settle(message.id);
    if (message.kind === 'done') job?.resolve(withBuffers(message.result));
    else job?.reject(message.kind === 'refused' ? new ImageRefused(message.code, message.message) : message.error);
  });
  worker.on('error', (error) => {
    failure = error;
  });
  const thread: Thread = {
    load: () => pending.size,
    run(name, args) {
      return new Promise((resolve, reject) => {
        jobs += 1;
        pending.set(jobs, { resolve, reject });
        worker.ref();
        worker.postMessage({ id: jobs, name, args: args.map(alone) } satisfies Job);
      });
    },
  };
  worker.on('exit', () => {
    threads.delete(thread);
    const error = new Error('The thread that reads images ended.', { cause: failure });
    for (const id of [...pending.keys()]) settle(id)?.reject(error);
  });
  return thread;
}

/** Services in one process share its threads, whose start takes 0.2 to 0.3 s of CPU. They end with the process. */
const threads = new Set<Thread>();
// One job per thread, because each holds the decoded pixels of an image, up to 160 MB.
const slots = createSlots(MAX_THREADS);

function idleThread(): Thread {
  const idle = [...threads].find((thread) => thread.load() === 0);
  if (idle !== undefined) return idle;
  const thread = startThread();
  threads.add(thread);
  return thread;
}

const stopping = () => new ServiceStopping('Images are no longer read: the process is stopping.');

export interface OpenImageTools extends ImageTools {
  /** Rejects running and later work with ServiceStopping. */
  close(): Promise<void>;
}

/**
 * Creates the image tools, which work in threads that are started on demand. In the service's own thread, the pixels of
 * images would cause frequent garbage collections, and hashing and comparing them would block its responses.
 */
export function createImageTools(): OpenImageTools {
  const running = new Set<(error: ServiceStopping) => void>();
  let closed = false;

  function run(name: Name, args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      running.add(reject);
      const begin = async () => (closed ? reject(stopping()) : idleThread().run(name, args));
      const settled = slots.run(begin).then(resolve, reject);
      settled.finally(() => running.delete(reject));
    });
  }

  // The thread returns what `work` returns.
  const inThread =
    <Of extends Name>(name: Of) =>
    (...args: Parameters<(typeof work)[Of]>) =>
      run(name, args) as ReturnType<(typeof work)[Of]>;

  return {
    read: inThread('read'),
    thumbnail: inThread('thumbnail'),
    overview: inThread('overview'),
    tiles: inThread('tiles'),
    compare: inThread('compare'),
    findBoxes: inThread('findBoxes'),
    crop: inThread('crop'),
    show: inThread('show'),
    mark: inThread('mark'),
    pixels: (bytes) => pixelsOf(bytes),
    surroundings: (box, full) => cropArea(box, full),
    isRefusal: (error) => error instanceof ImageRefused,
    async close() {
      closed = true;
      for (const reject of running) reject(stopping());
    },
  };
}
