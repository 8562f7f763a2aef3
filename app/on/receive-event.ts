import type { IncomingMessage } from 'node:http';
import { parseJson, Refusal, readHeader } from '../http.ts';
import type { Parts } from '../parts.ts';

/** `POST /api/github/webhooks`: takes one of GitHub's events. Throws a {@link Refusal} when it is not signed. */
export async function receiveEvent(parts: Parts, request: IncomingMessage, body: Buffer): Promise<void> {
  const { webhooks } = await parts.github.probot.ready();
  const signature = readHeader(request, 'x-hub-signature-256');
  const text = body.toString('utf8');
  // Probot's own route logs the whole body of an event that is not signed.
  if (signature === '' || !(await webhooks.verify(text, signature))) {
    throw new Refusal(401, 'unauthenticated', 'The signature does not fit the body.');
  }
  const id = readHeader(request, 'x-github-delivery');
  const name = readHeader(request, 'x-github-event');
  await webhooks.receive({ id, name, payload: parseJson(body) } as Parameters<typeof webhooks.receive>[0]);
}
