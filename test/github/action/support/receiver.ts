import { createServer } from 'node:http';
import { Registration, registrationPath } from '../../../../server/contract/registration.ts';

/** Takes registrations as the App does; `answers` are given one after the other, the last one from then on. */
export async function startReceiver() {
  const received: Registration[] = [];
  /** As they came, with what the contract does not know. */
  const bodies: unknown[] = [];
  const state = { received, bodies, answers: [] as { status: number; body: unknown }[] };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    if (request.method !== 'POST' || request.url !== registrationPath) return void response.writeHead(404).end();
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
    received.push(Registration.parse(bodies.at(-1)));
    const answer = state.answers.length > 1 ? state.answers.shift() : state.answers[0];
    response.writeHead(answer?.status ?? 500, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer?.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  return Object.assign(state, {
    url: `http://127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  });
}
