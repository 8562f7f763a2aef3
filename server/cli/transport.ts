/**
 * `fetch` for the command line: an answer counts only when it has arrived completely; redirects are reported instead of
 * followed, because they would lose the token or the method; and an answer that is not JSON, or without a trusted
 * certificate, does not come from the service.
 */
export const transport: typeof fetch = async (input, init = {}) => {
  const size = typeof init.body === 'string' ? init.body.length : 0;
  // Milliseconds; slow connections get more time for images.
  const signal = AbortSignal.timeout(60_000 + Math.ceil(size / 50));
  const response = await fetch(input, { ...init, signal, redirect: 'manual' }).catch(refuseInsecure);
  const text = await response.text();
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    const target = new URL(headers.get('location') ?? '', String(input));
    return refusal(421, `The service has moved to ${target.origin}. Use that address: --url ${target.origin}`);
  }
  const body = parse(text);
  // A proxy in front of the service has error pages of its own; any other answer that is not JSON comes from somewhere
  // else.
  if (body === null && (response.ok || status === 404 || status === 405)) {
    return refusal(
      406,
      `${new URL(String(input)).origin} does not answer like a Sightline service. Check the address.`,
    );
  }
  const wait = secondsOf(headers.get('retry-after'));
  const full = wait === null || (body !== null && 'retry_after' in body) ? body : { ...body, retry_after: wait };
  return Response.json(full ?? { message: `The service answered ${status}.` }, { status });
};

/** Explains an address that answers without a trusted certificate, or without TLS. @throws the error of another failure */
function refuseInsecure(error: Error): Response {
  const { code = '' } = (error.cause ?? {}) as { code?: string };
  if (!/CERT|SIGNATURE|_SSL_|_TLS_/.test(code)) throw error;
  return refusal(
    421,
    `No secure connection is possible (${code}). Check the address; if your own authority signed the certificate, set NODE_EXTRA_CA_CERTS to its file.`,
  );
}

const refusal = (status: number, message: string) => Response.json({ error: 'wrong_address', message }, { status });

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Returns the whole seconds of a `Retry-After` header, which may also be a date. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}
