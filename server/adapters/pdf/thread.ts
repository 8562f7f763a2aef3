import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Job, Unfit, WorkerMessage } from './messages.ts';

export type Ended =
  | { kind: 'done' }
  | { kind: 'unfit'; why: Unfit }
  /** It was stopped or stopped itself: there is no result, and the next job needs another thread. */
  | { kind: 'lost'; why: 'late' | 'memory' | 'crash' };

/** A worker thread with its own PDFium, for one job after another. */
export interface Thread {
  /**
   * Runs a job and passes the thread's messages to `onMessage`. Stops the thread when none comes for `patienceMs()`.
   */
  run(job: Job, onMessage: (message: WorkerMessage) => void, patienceMs: () => number): Promise<Ended>;
  /** Whether it can run another job */
  fit(): boolean;
  close(): Promise<void>;
}

type ThreadEvent = WorkerMessage | 'ended';

const START_MS = 60_000;
/** WebAssembly's memory never shrinks, so a thread that used more is not kept. */
const KEPT_BYTES = 256 * 1024 * 1024;

/** It processes untrusted files, so it inherits no secrets, and its JavaScript heap is limited too. */
const newWorker = (maxBytes: number): Worker =>
  new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: { maxBytes },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });

/** Returns how a message ends a job; null: the job continues. */
function endOf(event: ThreadEvent): Ended | null {
  if (event === 'ended') return { kind: 'lost', why: 'crash' };
  if (event.kind === 'broken') return { kind: 'lost', why: event.outOfMemory ? 'memory' : 'crash' };
  if (event.kind === 'unfit') return event;
  return event.kind === 'done' ? { kind: 'done' } : null;
}

export function startThread(maxBytes: number): Thread {
  const worker = newWorker(maxBytes);
  let fit = true;
  let listener: ((event: ThreadEvent) => void) | null = null;
  const received: WorkerMessage[] = [];
  worker.on('message', (message: WorkerMessage) => (listener === null ? received.push(message) : listener(message)));
  let failure: unknown;
  worker.on('error', (error) => {
    failure = error;
  });
  worker.on('exit', () => {
    fit = false;
    listener?.('ended');
  });
  worker.unref();

  /** Calls `onMessage` with each message until it returns an end; returns `late` when no message comes in time. */
  function listen<End>(onMessage: (event: ThreadEvent) => End | null, patienceMs: () => number): Promise<End | 'late'> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout;
      let signs = 0;
      const finish = (end: End | 'late'): void => {
        clearTimeout(timer);
        listener = null;
        resolve(end);
      };
      const wait = (): void => {
        clearTimeout(timer);
        const before = signs;
        // If this process itself was blocked, messages are still queued, so they are read first.
        timer = setTimeout(
          () => setImmediate(() => listener !== null && signs === before && finish('late')),
          patienceMs(),
        );
      };
      listener = (event) => {
        signs += 1;
        const end = onMessage(event);
        if (end !== null) finish(end);
        else wait();
      };
      wait();
      for (const message of received.splice(0)) listener?.(message);
      if (!fit) listener?.('ended');
    });
  }

  const close = async (): Promise<void> => {
    fit = false;
    await worker.terminate();
  };
  const started = listen(
    (event) => (event === 'ended' ? 'ended' : event.kind === 'ready' ? 'ready' : null),
    () => START_MS,
  );

  return {
    fit: () => fit,
    close,
    async run(job, onMessage, patienceMs) {
      worker.ref();
      if ((await started) !== 'ready') {
        await close();
        throw new Error('The thread that reads PDFs did not start.', { cause: failure });
      }
      if (fit) worker.postMessage(job, [job.bytes.buffer]);
      const ended = await listen<Ended>((event) => {
        const end = endOf(event);
        if (end === null && event !== 'ended') onMessage(event);
        if (event !== 'ended' && event.kind === 'done' && event.heapBytes > KEPT_BYTES) fit = false;
        return end;
      }, patienceMs);
      worker.unref();
      if (ended === 'late' || ended.kind === 'lost' || !fit) await close();
      return ended === 'late' ? { kind: 'lost', why: 'late' } : ended;
    },
  };
}
