import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Job, Said, Unfit } from './messages.ts';

export type Ended =
  | { kind: 'done' }
  | { kind: 'unfit'; why: Unfit }
  /** It was ended, or ended itself: there is no answer, and the next job needs another thread. */
  | { kind: 'lost'; why: 'late' | 'memory' | 'crash' };

/** One worker thread with a PDFium of its own, for one job after the other. */
export interface Thread {
  /** `hear` gets what it says on the way; it is ended when it says nothing for as long as `patienceMs()` says. */
  run(job: Job, hear: (said: Said) => void, patienceMs: () => number): Promise<Ended>;
  /** Whether it can take another job */
  fit(): boolean;
  close(): Promise<void>;
}

const START_MS = 60_000;
/** WebAssembly's memory never shrinks: a thread that took more is not kept. */
const KEPT_BYTES = 256 * 1024 * 1024;

export function startThread(maxBytes: number): Thread {
  // It reads what strangers send: it inherits no secrets, and JavaScript's own memory is bounded too.
  const worker = new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: { maxBytes },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
  let fit = true;
  let listener: ((event: Said | 'gone') => void) | null = null;
  const heard: Said[] = [];
  worker.on('message', (said: Said) => (listener === null ? heard.push(said) : listener(said)));
  let failure: unknown;
  worker.on('error', (error) => {
    failure = error;
  });
  worker.on('exit', () => {
    fit = false;
    listener?.('gone');
  });
  worker.unref();

  /** Calls `hear` with each thing said until it returns an end; null when nothing is said in time. */
  function listen<End>(hear: (event: Said | 'gone') => End | null, patienceMs: () => number): Promise<End | 'late'> {
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
        // When this process itself was held up, what was said meanwhile is still on its way: it is heard first.
        timer = setTimeout(
          () => setImmediate(() => listener !== null && signs === before && finish('late')),
          patienceMs(),
        );
      };
      listener = (event) => {
        signs += 1;
        const end = hear(event);
        if (end !== null) finish(end);
        else wait();
      };
      wait();
      for (const said of heard.splice(0)) listener?.(said);
      if (!fit) listener?.('gone');
    });
  }

  const close = async (): Promise<void> => {
    fit = false;
    await worker.terminate();
  };
  const started = listen(
    (event) => (event === 'gone' ? 'gone' : event.kind === 'ready' ? 'ready' : null),
    () => START_MS,
  );

  return {
    fit: () => fit,
    close,
    async run(job, hear, patienceMs) {
      worker.ref();
      if ((await started) !== 'ready') {
        await close();
        throw new Error('The thread that reads PDFs did not start.', { cause: failure });
      }
      if (fit) worker.postMessage(job, [job.bytes.buffer]);
      const ended = await listen<Ended>((event) => {
        if (event === 'gone') return { kind: 'lost', why: 'crash' };
        if (event.kind === 'broken') return { kind: 'lost', why: event.outOfMemory ? 'memory' : 'crash' };
        if (event.kind === 'unfit') return event;
        if (event.kind !== 'done') {
          hear(event);
          return null;
        }
        if (event.heapBytes > KEPT_BYTES) fit = false;
        return { kind: 'done' };
      }, patienceMs);
      worker.unref();
      if (ended === 'late' || ended.kind === 'lost' || !fit) await close();
      return ended === 'late' ? { kind: 'lost', why: 'late' } : ended;
    },
  };
}
