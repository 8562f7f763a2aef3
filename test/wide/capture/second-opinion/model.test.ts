import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Review } from '../../../../server/contract/review.ts';
import {
  type Answering,
  finds,
  json,
  saying,
  startVisionProvider,
} from '../../../api/adapters/support/vision-provider.ts';
import { review } from '../../../support/factories.ts';
import { startService, type TestService } from '../../../support/service.ts';

const KEY = 'vision-key-0f3a9c77';
const SHOTS_PER_DAY = 3;

let provider: Awaited<ReturnType<typeof startVisionProvider>>;
let service: TestService;
beforeAll(async () => {
  provider = await startVisionProvider();
  service = await startService({
    VISION_PROVIDER: 'compatible',
    VISION_MODEL: 'qwen2.5-vl',
    VISION_URL: `${provider.origin}/v1`,
    VISION_API_KEY: KEY,
    VISION_TIMEOUT_SECONDS: '50',
    VISION_SHOTS_PER_DAY: String(SHOTS_PER_DAY),
  });
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

type Caller = Awaited<ReturnType<TestService['newClient']>>;

/** An image with something on it. */
async function makeImage(width = 200, height = 100): Promise<string> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const create = { width, height, channels: 3 as const, background: '#fff', noise };
  return (await sharp({ create }).png().toBuffer()).toString('base64');
}

/** Wider than the phone that it is said to be of: a rule finds that, whatever a model says. */
async function wideReview(caller: Caller, more: { title?: string; context?: string } = {}): Promise<Review> {
  const viewport = { name: 'mobile', width: 100, height: 100, scale: 1 };
  return review(caller, { images: [{ image: await makeImage(), label: 'Phone', viewport }], ...more });
}

const read = (caller: Caller, id: string): Promise<Review> => caller.call('get_review', { id });

/** The review when every screenshot was looked at. */
async function opinion(
  caller: Caller,
  id: string,
  how: { model?: boolean; skip_rules?: string[] } = {},
): Promise<Review> {
  await caller.call('second_opinion', { id, ...how });
  await expect.poll(async () => (await read(caller, id)).second_opinion?.waiting, { timeout: 120_000 }).toBe(0);
  return read(caller, id);
}

const said = (of: Review) => of.findings.map(({ rule, found_by }) => [rule, found_by]);
const byRule = ['wider-than-screen', 'rule'];

const area = { x: 0.1, y: 0.2, width: 0.2, height: 0.1 };
const slip = { rule: 'spelling', what: '“Sumbit” is misspelled.', fix: 'Write “Submit”.', sure: 0.9, area };

const faults: [string, Answering, string][] = [
  ['nonsense', saying('Nice page!'), 'its answer cannot be read'],
  ['a fault', (response) => response.writeHead(500, { 'retry-after-ms': '1' }).end(), 'has a fault (500)'],
  ['JSON of another shape', saying('[1, 2'), 'its answer cannot be read'],
  ['a refusal', saying('No.', true), 'it declined to answer'],
  [
    'no key that it knows',
    (response) => json(response, `{"error":{"message":"Bad ${KEY}"}}`, 401),
    'refuses this service’s key',
  ],
  ['a limit', (response) => response.writeHead(429, { 'retry-after': '3600' }).end(), 'takes no more questions now'],
  ['a reset', (response) => response.socket?.resetAndDestroy(), 'cannot be reached'],
  ['a redirect', (response) => response.writeHead(302, { location: '/v2' }).end(), 'sent the question elsewhere'],
  ['a giant', (response) => json(response, '['.repeat(3_000_000)), 'longer than it may be'],
];

test.each(faults)(
  '%s costs nothing but its opinion: what rules find is there, with a sentence',
  async (_, how, words) => {
    provider.answers(finds(slip));
    const client = await service.newClient();
    const { id } = await wideReview(client);
    const before = await opinion(client, id);
    provider.answers(how);
    const now = await opinion(client, id);
    expect(now.second_opinion).toMatchObject({ waiting: 0, done: 1, failed: 0 });
    expect(now.second_opinion?.problems).toHaveLength(1);
    expect(now.second_opinion?.problems[0]).toMatch(/^The model gave no opinion: .*\.$/);
    expect(now.second_opinion?.problems[0]).toContain(words);
    // What it said before is not taken back.
    expect(now.findings).toEqual(before.findings);
    expect(provider.asked.length).toBeLessThanOrEqual(2);
    provider.answers(finds());
    const last = await opinion(client, id);
    expect([said(last), last.second_opinion?.problems]).toEqual([[byRule], []]);
  },
);

test('a tall screenshot is asked in four parts, and what is found in one is placed on the whole', async () => {
  provider.answers((response, say, { body }) => {
    const isLast = body.includes('part 4 of 4');
    json(response, say({ text: JSON.stringify({ findings: isLast ? [slip] : [] }) }));
  });
  const client = await service.newClient();
  const { id } = await review(client, { images: [{ image: await makeImage(100, 8_000), label: 'Long' }] });
  const now = await opinion(client, id);
  expect(provider.asked).toHaveLength(4);
  const found = now.findings.find(({ found_by }) => found_by === 'model');
  expect(found?.area?.y).toBeCloseTo(0.75 + 0.2 / 4);
  expect(found?.area?.height).toBeCloseTo(0.1 / 4);
});

test('one that takes questions and never answers holds nothing up but its own screenshot, for its time', async () => {
  provider.answers(() => {});
  const patient = await startService({
    ...{ VISION_PROVIDER: 'openai', VISION_MODEL: 'gpt-4.1-mini', VISION_API_KEY: KEY, VISION_URL: provider.origin },
    ...{ VISION_TIMEOUT_SECONDS: '8' },
  });
  try {
    const client = await patient.newClient();
    const { id } = await wideReview(client);
    const now = await opinion(client, id);
    expect(said(now)).toEqual([byRule]);
    expect(now.second_opinion).toMatchObject({
      ...{ done: 1, failed: 0 },
      problems: ['The model gave no opinion: it did not answer within 8 seconds.'],
    });
    expect(provider.asked.map(({ path }) => path)).toEqual(['/responses']);
  } finally {
    await patient.close();
  }
});
