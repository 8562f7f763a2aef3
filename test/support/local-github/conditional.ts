import { createHash } from 'node:crypto';

/** Answers 304 to a client whose copy is current, as GitHub does and the emulator does not. */
export async function answerConditionally(request: Request, handle: () => Promise<Response>): Promise<Response> {
  const response = await handle();
  const type = response.headers.get('content-type') ?? '';
  if (request.method !== 'GET' || response.status !== 200 || !type.includes('json')) return response;
  const body = await response.text();
  const etag = `W/"${createHash('sha256').update(body).digest('hex')}"`;
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } });
  const headers = new Headers(response.headers);
  headers.set('etag', etag);
  return new Response(body, { status: 200, headers });
}
