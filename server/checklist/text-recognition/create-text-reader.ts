import type { TextFact } from '../../contract/shot-facts.ts';
import type { Pixels } from '../image/pixels.ts';
import { bestLines, toTextFact } from './lines.ts';
import { prepare } from './prepare.ts';
import { startThread, type Thread } from './thread.ts';

export interface TextReader {
  /**
   * Returns lines of text with their boxes and confidence, and whether the image was read to its end; no lines when the
   * time is too short to read any.
   */
  read(pixels: Pixels, limitMs: number): Promise<{ texts: TextFact[]; isComplete: boolean }>;
}

export interface TextReaderSettings {
  /** How long an idle thread is kept, in milliseconds. Default: one minute */
  idleMs?: number;
  /** Receives a sentence when an image was not read completely. */
  warn?: (problem: string) => void;
  /** Replaces the engine's thread, so that tests can make it hang or crash */
  start?: () => Thread;
}

/**
 * Creates a reader that runs Tesseract in its own thread, one image at a time per process. It uses the data in the
 * package and fetches nothing. If an image makes the thread hang or crash, the thread is stopped and the lines read so
 * far count.
 */
export function createTextReader(settings: TextReaderSettings = {}): TextReader & { close(): Promise<void> } {
  const { idleMs = 60_000, warn = () => {}, start = startThread } = settings;
  let kept: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();

  const requireOpen = (): void => {
    if (closed) throw new Error('Text is no longer read: the process is stopping.');
  };

  async function readNow(pixels: Pixels, limitMs: number): ReturnType<TextReader['read']> {
    const until = performance.now() + limitMs;
    requireOpen();
    const { scale, ...job } = await prepare(pixels);
    requireOpen();
    clearTimeout(idle);
    const thread = kept?.fit() ? kept : start();
    kept = thread;
    const { lines, cutShort } = await thread.read(job, Math.max(0, until - performance.now()));
    requireOpen();
    if (thread.fit()) idle = setTimeout(() => void thread.close(), idleMs).unref();
    if (cutShort === 'late') warn(`An image was not read to its end within ${Math.round(limitMs / 1000)} s.`);
    if (cutShort === 'crash') warn('What reads text in images ended by itself.');
    return { texts: bestLines(lines).map((line) => toTextFact(line, 1 / scale)), isComplete: cutShort === null };
  }

  return {
    read(pixels, limitMs) {
      const turn = last.then(() => readNow(pixels, limitMs));
      last = turn.catch(() => {});
      return turn;
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      await kept?.close();
    },
  };
}
