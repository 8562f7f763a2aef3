import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ReadJob, SeenLine, WorkerMessage } from './messages.ts';

export interface Reading {
  lines: SeenLine[];
  /** Why reading ended early; null when the image was read completely */
  cutShort: 'late' | 'crash' | null;
}

/** A thread with its own engine, for one image after the other. */
export interface Thread {
  /** Whether it can read another image */
  fit(): boolean;
  /**
   * Returns all lines when the image is done, or the lines so far when the time is up or the engine fails; the thread
   * is stopped then.
   */
  read(job: ReadJob, limitMs: number): Promise<Reading>;
  close(): Promise<void>;
}

/** The script next to this file, compiled if this file is. */
const ownScript = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

export function startThread(script = ownScript, execArgv: string[] = []): Thread {
  // It processes untrusted images, so it inherits no secrets, prints nothing, and has a bounded JavaScript heap.
  const worker = new Worker(script, {
    env: {},
    execArgv,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  worker.unref();
  let fit = true;
  let onMessage: (message: WorkerMessage | { kind: 'ended' }) => void = () => {};
  worker.on('message', (message: WorkerMessage) => onMessage(message));
  // An `exit` event follows.
  worker.on('error', () => {});
  worker.on('exit', () => {
    fit = false;
    onMessage({ kind: 'ended' });
  });

  async function close(): Promise<void> {
    fit = false;
    await worker.terminate();
  }

  async function read({ image, ground }: ReadJob, limitMs: number): Promise<Reading> {
    const lines: SeenLine[] = [];
    worker.ref();
    const cutShort = await new Promise<Reading['cutShort']>((resolve) => {
      const timer = setTimeout(() => resolve('late'), limitMs);
      onMessage = (message) => {
        if (message.kind === 'lines') lines.push(...message.lines);
        else if (message.kind !== 'ready') {
          clearTimeout(timer);
          resolve(message.kind === 'done' ? null : 'crash');
        }
      };
      if (fit) worker.postMessage({ image, ground }, [image.pixels.buffer, ground.pixels.buffer]);
      else onMessage({ kind: 'ended' });
    });
    onMessage = () => {};
    worker.unref();
    if (cutShort !== null) await close();
    return { lines, cutShort };
  }

  return { fit: () => fit, read, close };
}
