import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { answer } from './proxy.ts';
import type { ApiCall, Fault } from './types.ts';

/** Injects faults on demand, and records every request. */
export function createFaults() {
  const faults: Array<Fault & { left: number }> = [];
  const calls: ApiCall[] = [];

  async function respond(request: Request, handle: () => Promise<Response>): Promise<Response> {
    const { pathname } = new URL(request.url);
    const fault = faults.find(
      (candidate) =>
        candidate.left > 0 &&
        (candidate.method ?? request.method) === request.method &&
        candidate.path.test(decodeURIComponent(pathname)),
    );
    if (fault === undefined) return await handle();
    fault.left--;
    if (fault.kind === 'lost') await handle();
    // A body that cannot be read makes the emulator's server break the connection.
    if (fault.kind === 'lost' || fault.kind === 'cut') return brokenAnswer();
    if (fault.kind === 'silent') {
      await setTimeout(silentMs, undefined, { ref: false });
      return brokenAnswer();
    }
    const { message = 'Something went wrong.', headers = {} } = fault;
    const response = answer(fault.status, fault.body ?? { message });
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  }

  return {
    inject(fault: Fault) {
      faults.push({ ...fault, left: fault.times ?? 1 });
    },
    calls: () => calls as readonly ApiCall[],
    async around(request: Request, handle: () => Promise<Response>): Promise<Response> {
      const { pathname } = new URL(request.url);
      const response = await respond(request, handle);
      calls.push({
        method: request.method,
        path: decodeURIComponent(pathname),
        status: broken.has(response) ? 0 : response.status,
        at: Date.now(),
      });
      return response;
    },
  };
}

const broken = new WeakSet<Response>();
/** Longer than any client waits. */
const silentMs = 60_000;

function brokenAnswer(): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"id":'));
      controller.error(new Error('The connection broke.'));
    },
  });
  const response = new Response(body, { status: 200, headers: { 'content-type': 'application/json' } });
  broken.add(response);
  return response;
}

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
