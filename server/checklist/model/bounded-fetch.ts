import { VisionFailure } from './vision-failure.ts';

/** Longer than that nobody waits to ask once more. */
const MAX_PATIENCE_SECONDS = 5;

/** Statuses whose answers have no body. */
const bodiless = new Set([204, 205]);

async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (size > maxBytes) throw new VisionFailure('its answer was longer than it may be');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Seconds, given in those or in milliseconds; 0 for what is a date, nonsense or not there. */
function waitsFor(headers: Headers): number {
  const [ms, seconds] = ['retry-after-ms', 'retry-after'].map((name) => Number(headers.get(name) ?? 0));
  return Math.max((ms ?? 0) / 1000, seconds ?? 0) || 0;
}

/**
 * HTTP to the provider that the operator named, and to nowhere else: no redirect is followed, since the key would go
 * with it. Answers are read whole, up to `maxBytes` after decompression, within the caller's signal.
 * @throws VisionFailure for what trying again does not fix
 */
export function boundedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const { status, statusText, headers } = response;
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      throw new VisionFailure('its provider sent the question elsewhere', true);
    }
    if (status === 429 && waitsFor(headers) > MAX_PATIENCE_SECONDS) {
      await response.body?.cancel();
      throw new VisionFailure('its provider takes no more questions now', true);
    }
    const body = await readBody(response, maxBytes);
    const kept = new Headers(headers);
    // They are of the body as it was sent.
    kept.delete('content-length');
    kept.delete('content-encoding');
    return new Response(bodiless.has(status) ? null : Uint8Array.from(body), { status, statusText, headers: kept });
  };
}
