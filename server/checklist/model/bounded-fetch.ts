import { VisionFailure } from './vision-failure.ts';

/** The longest wait before a retry; a provider that asks for more counts as failed. */
const MAX_PATIENCE_SECONDS = 5;

/** Statuses whose answers have no body. */
const bodiless = new Set([204, 205]);

async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (size > maxBytes) throw new VisionFailure('its answer was too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the seconds that the provider asks to wait, from either header; 0 for a date, nonsense or no header. */
function waitsFor(headers: Headers): number {
  const [ms, seconds] = ['retry-after-ms', 'retry-after'].map((name) => Number(headers.get(name) ?? 0));
  return Math.max((ms ?? 0) / 1000, seconds ?? 0) || 0;
}

/**
 * Returns a `fetch` that reaches only the provider that the operator named. It follows no redirect, since the key would
 * go with it. It reads each answer in full, up to `maxBytes` after decompression, within the caller's signal.
 * @throws VisionFailure for a failure that a retry does not fix
 */
export function boundedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const { status, statusText, headers } = response;
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      throw new VisionFailure('its provider redirected the request', true);
    }
    if (status === 429 && waitsFor(headers) > MAX_PATIENCE_SECONDS) {
      await response.body?.cancel();
      throw new VisionFailure('its provider’s rate limit is reached', true);
    }
    const body = await readBody(response, maxBytes);
    const kept = new Headers(headers);
    // Both describe the body as it was sent, before decompression.
    kept.delete('content-length');
    kept.delete('content-encoding');
    return new Response(bodiless.has(status) ? null : Uint8Array.from(body), { status, statusText, headers: kept });
  };
}
