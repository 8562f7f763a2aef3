import type { IncomingMessage } from 'node:http';
import { parseJson, Refusal, readHeader } from '../http.ts';
import type { Parts } from '../parts.ts';

/**
 * `POST /api/github/webhooks`: takes one of GitHub's events and gives it on by name. Throws a {@link Refusal} when it
 * is not signed.
 */
export async function receiveEvent(
  parts: Parts,
  request: IncomingMessage,
  body: Buffer,
  handle: (name: string, payload: unknown) => Promise<void>,
): Promise<void> {
  const { webhooks } = await parts.github.probot.ready();
  const signature = readHeader(request, 'x-hub-signature-256');
  const text = body.toString('utf8');
  // Probot's own route logs the whole body of an event that is not signed, and its emitter that of one that fails.
  if (signature === '' || !(await webhooks.verify(text, signature))) {
    throw new Refusal(401, 'unauthenticated', 'The signature does not fit the body.');
  }
  await handle(readHeader(request, 'x-github-event'), parseJson(body));
}
