import type { Readable } from 'node:stream';
import type { Reservation } from './byte-quota.ts';

/** How long a sender may take, in milliseconds. */
export interface Patience {
  /** The milliseconds in which the next `atLeast` bytes must arrive: a slower sender is too slow */
  window: number;
  atLeast: number;
  /** The most milliseconds for the whole body */
  whole: number;
  /** The milliseconds in which a sender can read the refusal, when the file has not arrived completely */
  linger: number;
}
/** A sender must manage 8 KB a second. */
export const usualPatience: Patience = { window: 20_000, atLeast: 160_000, whole: 300_000, linger: 5_000 };

export class TooSlow extends Error {}

/**
 * Yields the body as it arrives. The caller ends the connection when it does not read to the end.
 * @throws TooSlow as soon as the sender is too slow, also for a file that was quick at first
 */
export async function* patiently(
  body: Readable,
  { window, atLeast, whole }: Omit<Patience, 'linger'>,
): AsyncGenerator<Buffer> {
  const until = Date.now() + whole;
  let windowEnds = Date.now() + window;
  let inWindow = 0;
  const chunks = body.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new TooSlow()), Math.max(0, Math.min(windowEnds, until) - Date.now()));
      });
      const next = chunks.next();
      // The promise that lost the race is not awaited.
      next.catch(() => {});
      const { done, value } = await Promise.race([next, late]).finally(() => clearTimeout(timer));
      if (done === true) return;
      const chunk: Buffer = value;
      inWindow += chunk.length;
      if (inWindow >= atLeast) {
        inWindow = 0;
        windowEnds = Date.now() + window;
      }
      yield chunk;
    }
  } finally {
    // Not awaited, because it may wait for the chunk that never comes.
    chunks.return?.().catch(() => {});
  }
}

/** Yields the chunks, and reserves quota for each as it arrives. @throws DomainError when the quota is exhausted */
export async function* counted(chunks: AsyncIterable<Buffer>, reservation: Reservation): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    reservation.add(chunk.length);
    yield chunk;
  }
}
