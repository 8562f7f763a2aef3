import type { TextFact } from '../facts.ts';
import type { Pixels } from '../image/pixels.ts';
import { bestLines, toTextFact } from './lines.ts';
import { prepare } from './prepare.ts';
import { startThread, type Thread } from './thread.ts';

/** Recognises the text in an image. */
export interface TextReader {
  /** Lines of text with their boxes and confidence; none when the time is too short to read any. */
  read(pixels: Pixels, limitMs: number): Promise<TextFact[]>;
}

export interface TextReaderSettings {
  /** How long a thread without work is kept. Default one minute */
  idleMs?: number;
  /** Is called with a sentence when an image was not read to its end. */
  warn?: (problem: string) => void;
  /** In place of the engine's thread, to try what happens when it hangs or crashes */
  start?: () => Thread;
}

/**
 * Tesseract in a thread of its own, one image at a time in this process, with what the package brings: nothing is
 * fetched. An image that makes it hang or crash costs the thread, and what was read until then counts.
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
    return bestLines(lines).map((line) => toTextFact(line, 1 / scale));
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
