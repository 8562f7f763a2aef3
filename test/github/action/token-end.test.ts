import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, startBench } from './support/bench.ts';

const DAY_MS = 86_400_000;
let bench: Bench;
/** The service's clock stands this far behind; the Action's is the machine's. */
let behindMs = 0;
beforeAll(async () => {
  bench = await startBench({}, () => new Date(Date.now() - behindMs));
});
afterAll(() => bench.close());

test.each([
  ['80 days old', 80 * DAY_MS, true],
  ['70 days old', 70 * DAY_MS, false],
  ['new', 0, false],
])('a token that is %s', async (_, ageMs, warned) => {
  behindMs = ageMs;
  const pull = await bench.openPull();
  behindMs = 0;
  await pull.draw('shots/a.png', 'red');
  const run = await pull.act({ inputs: { images: 'shots/*.png' } });
  expect(run.exitCode).toBe(0);
  const { token_expires_at: end } = await pull.client.call('get_billing', {});
  expect(Math.round((Date.parse(end ?? '') - Date.now()) / DAY_MS)).toBe(90 - ageMs / DAY_MS);
  if (!warned) return expect(run.log).not.toContain('rotate-token');
  expect(run.log).toMatch(
    /::warning::The token in "token" ends on \d{4}-\d\d-\d\d, in (9|10) days\. .*sightline rotate-token/,
  );
  expect(run.log).toContain(`${bench.service.url}/api/token/rotate`);
  expect(run.rawLog).not.toContain(pull.client.token);
});

test('a job that signs in by its id-token has no end to be warned of', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const run = await pull.act({ inputs: { images: 'shots/*.png', token: '' } });
  expect(run.exitCode).toBe(0);
  expect(run.log).not.toContain('rotate-token');
});
