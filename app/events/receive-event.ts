import type { IncomingHttpHeaders } from 'node:http';
import type { AppContext } from '../context.ts';
import { parseJson, Refusal, readHeader } from '../http/request.ts';
import { handleEvent } from './handle-event.ts';

/** `POST /api/github/webhooks`: receives an event from GitHub. Throws a {@link Refusal} when it is not signed. */
export async function receiveEvent(app: AppContext, headers: IncomingHttpHeaders, body: Buffer): Promise<void> {
  const { webhooks } = await app.github.probot.ready();
  const signature = readHeader(headers, 'x-hub-signature-256');
  // Probot's own route would log the whole body of an unsigned event, and its emitter that of a failed one.
  if (signature === '' || !(await webhooks.verify(body.toString('utf8'), signature))) {
    throw new Refusal(401, 'unauthenticated', 'The signature does not fit the body.');
  }
  await handleEvent(app, readHeader(headers, 'x-github-event'), parseJson(body));
}
