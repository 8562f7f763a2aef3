import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ReadJob, Said, SeenLine } from './messages.ts';

export interface Reading {
  lines: SeenLine[];
  /** null when it was read to its end */
  cutShort: 'late' | 'crash' | null;
}

/** One thread with an engine of its own, for one picture after the other. */
export interface Thread {
  /** Whether it can take another picture */
  fit(): boolean;
  /** What it read when it is done, and what it had read when the time is up: then it is ended. */
  read(job: ReadJob, limitMs: number): Promise<Reading>;
  close(): Promise<void>;
}

/** Beside this file, compiled where this is. */
const ownScript = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

export function startThread(script = ownScript, execArgv: string[] = []): Thread {
  // It reads what strangers send: it inherits no secrets, says nothing aloud, and JavaScript's own memory is bounded.
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
  let hear: (said: Said | { kind: 'gone' }) => void = () => {};
  worker.on('message', (said: Said) => hear(said));
  // Its end follows, and tells.
  worker.on('error', () => {});
  worker.on('exit', () => {
    fit = false;
    hear({ kind: 'gone' });
  });

  async function close(): Promise<void> {
    fit = false;
    await worker.terminate();
  }

  async function read({ picture, ground }: ReadJob, limitMs: number): Promise<Reading> {
    const lines: SeenLine[] = [];
    worker.ref();
    const cutShort = await new Promise<Reading['cutShort']>((resolve) => {
      const timer = setTimeout(() => resolve('late'), limitMs);
      hear = (said) => {
        if (said.kind === 'lines') lines.push(...said.lines);
        else if (said.kind !== 'ready') {
          clearTimeout(timer);
          resolve(said.kind === 'done' ? null : 'crash');
        }
      };
      if (fit) worker.postMessage({ picture, ground }, [picture.pixels.buffer, ground.pixels.buffer]);
      else hear({ kind: 'gone' });
    });
    hear = () => {};
    worker.unref();
    if (cutShort !== null) await close();
    return { lines, cutShort };
  }

  return { fit: () => fit, read, close };
}
