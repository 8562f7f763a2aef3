import { json } from 'node:stream/consumers';
import { Registration, registrationPath } from '../../../../server/contract/registration.ts';
import { startHttpServer } from '../../../support/servers.ts';

/** Accepts registrations as the App does, with `answers` in order; the last one repeats. */
export async function startReceiver() {
  const received: Registration[] = [];
  /** The registrations as sent, including fields that the contract does not know. */
  const bodies: unknown[] = [];
  const state = { received, bodies, answers: [] as { status: number; body: unknown }[] };
  const { origin: url, close } = await startHttpServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== registrationPath) return void response.writeHead(404).end();
    bodies.push(await json(request));
    received.push(Registration.parse(bodies.at(-1)));
    const answer = state.answers.length > 1 ? state.answers.shift() : state.answers[0];
    response.writeHead(answer?.status ?? 500, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer?.body));
  });
  return Object.assign(state, { url, close });
}
