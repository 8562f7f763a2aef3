import { json } from 'node:stream/consumers';
import { Registration, registrationPath } from '../../../../server/contract/registration.ts';
import { startHttpServer } from '../../../support/servers.ts';

/** Takes registrations as the App does; `answers` are given one after the other, the last one from then on. */
export async function startReceiver() {
  const received: Registration[] = [];
  /** As they came, with what the contract does not know. */
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
