import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RestOperation } from '../../server/contract/define-operation.ts';
import { ErrorBody } from '../../server/contract/error.ts';
import { restOperations } from '../../server/contract/index.ts';
import { createFuzzer, createRandom } from '../api/support/fuzz.ts';
import { base64, mark, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { startService, type TestService } from '../support/service.ts';

const ROUNDS = 40;
const fuzzer = createFuzzer(createRandom(20_261_120));
let service: TestService;
let image: string;
beforeAll(async () => {
  service = await startService({ CREDITS_PER_MONTH: 'unlimited', TRUST_PROXY: 'loopback' });
  image = await base64();
});
afterAll(() => service.close());

/** What requests of one round are about: reviews in several states and their links. */
async function scene(round: number) {
  const client = await service.newClient();
  const open = await review(client);
  await reviewerOf(open).call('place_mark', mark());
  const reviews = [open, await rejectedReview(client, [{}, {}])];
  return { token: client.token, reviews, address: `10.0.0.${round}` };
}
type Scene = Awaited<ReturnType<typeof scene>>;

function requestOf(
  operation: RestOperation,
  { token, reviews, address }: Scene,
): { path: string; init: RequestInit; body: string } {
  const about = fuzzer.pick(reviews);
  const fields = fuzzer.input(operation);
  // Most requests get through to what is behind the first checks.
  if ('id' in operation.input.shape && fuzzer.chance(0.9)) fields.id = about?.id;
  if ('mark_id' in operation.input.shape && fuzzer.chance(0.8)) fields.mark_id = 1;
  if (operation.name === 'create_review' && fuzzer.chance(0.7)) {
    for (const source of ['capture_url', 'pdf', 'html', 'client_request_id']) delete fields[source];
    Object.assign(fields, { title: 'Fuzz', images: [{ image, ...fields }] });
  }
  const link = about?.review_url.split('/r/')[1] ?? '';
  let path = operation.rest.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(name === 'token' ? link : (fields[name] ?? 'x'));
    delete fields[name];
    return encodeURIComponent(text.toWellFormed());
  });
  const { method } = operation.rest;
  const caller = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
  const body = JSON.stringify(fields);
  if (method === 'POST' || method === 'PATCH') {
    return { path, init: { method, headers: { ...caller, 'content-type': 'application/json' }, body }, body };
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) query.append(name, String(value).toWellFormed());
  path += `?${query}`;
  return { path, init: { method, headers: caller }, body };
}

test('no request, however odd, is answered by 500 or in other words than the contract’s', async () => {
  const statuses = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each round is of credentials and from an address of its own, so that no limit is met.
    const about = await scene(round);
    for (const operation of restOperations) {
      const { path, init, body } = requestOf(operation, about);
      const answer = await fetch(service.url + path, init);
      const said: unknown = await answer.json();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const request = `${operation.name} ${path} ${body}`;
      expect(answer.status, request).toBeLessThan(500);
      if (answer.ok) expect(operation.output.safeParse(said).error, request).toBeUndefined();
      else expect(ErrorBody.safeParse(said).success, request).toBe(true);
    }
  }
  expect(statuses.has(429)).toBe(false);
  // Enough got through to have met what is behind the checks.
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(ROUNDS * 3);
  expect(statuses.get(422)).toBeGreaterThan(ROUNDS * 3);
  expect(service.logged()).not.toContain('"msg":"unexpected"');
});
