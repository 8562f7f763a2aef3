import type { Readable } from 'node:stream';
import type { Reservation } from './byte-quota.ts';

/** How long a sender may take, in milliseconds. */
export interface Patience {
  /** For the next `atLeast` bytes: a sender of fewer in that time is too slow */
  window: number;
  atLeast: number;
  /** Altogether */
  whole: number;
  /** For reading the refusal, when the file has not come whole */
  linger: number;
}
/** No slower than 8 KB a second. */
export const usualPatience: Patience = { window: 20_000, atLeast: 160_000, whole: 300_000, linger: 5_000 };

export class TooSlow extends Error {}

/**
 * The body as it comes; it is the caller's to end the connection when it does not read to the end.
 * @throws TooSlow as soon as the sender is; a file that was quick at first must keep coming
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
      // The loser of the race is not waited for.
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
    // Not waited for: it may hang on the chunk that does not come.
    chunks.return?.().catch(() => {});
  }
}

/** The chunks, each counted as it arrives. @throws DomainError when there is no room for one */
export async function* counted(chunks: AsyncIterable<Buffer>, reservation: Reservation): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    reservation.add(chunk.length);
    yield chunk;
  }
}
