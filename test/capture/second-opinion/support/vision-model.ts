import sharp from 'sharp';
import { expect } from 'vitest';
import type { Review } from '../../../../server/contract/review.ts';
import { type Answering, finds, type startVisionProvider } from '../../../api/adapters/support/vision-provider.ts';
import { type Caller, review } from '../../../support/factories.ts';
import { startService, type TestService } from '../../../support/service.ts';

export const KEY = 'vision-key-0f3a9c77';
export const SHOTS_PER_DAY = 3;

/** Starts a service whose checklist asks the model of this provider. */
export const startWithModel = (provider: { origin: string }): Promise<TestService> =>
  startService({
    VISION_PROVIDER: 'compatible',
    VISION_MODEL: 'qwen2.5-vl',
    VISION_URL: `${provider.origin}/v1`,
    VISION_API_KEY: KEY,
    VISION_TIMEOUT_SECONDS: '50',
    VISION_SHOTS_PER_DAY: String(SHOTS_PER_DAY),
  });

/** Returns an image of noise. */
export async function makeImage(width = 200, height = 100): Promise<string> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const create = { width, height, channels: 3 as const, background: '#fff', noise };
  return (await sharp({ create }).png().toBuffer()).toString('base64');
}

/** Creates a review of an image that is wider than its stated phone screen, which a rule always finds. */
export async function wideReview(caller: Caller, more: { title?: string; context?: string } = {}): Promise<Review> {
  const viewport = { name: 'mobile', width: 100, height: 100, scale: 1 };
  return review(caller, { images: [{ image: await makeImage(), label: 'Phone', viewport }], ...more });
}

const read = (caller: Caller, id: string): Promise<Review> => caller.call('get_review', { id });

/** Asks for a second opinion. @returns the review once every screenshot has been checked. */
export async function opinion(
  caller: Caller,
  id: string,
  how: { model?: boolean; skip_rules?: string[] } = {},
): Promise<Review> {
  await caller.call('second_opinion', { id, ...how });
  await expect.poll(async () => (await read(caller, id)).second_opinion?.waiting).toBe(0);
  return read(caller, id);
}

/** Returns the rules of the findings, and whether a rule or the model found them. */
export const said = (of: Review) => of.findings.map(({ rule, found_by }) => [rule, found_by]);
/** The finding of rules in a {@link wideReview}. */
export const byRule = ['wider-than-screen', 'rule'];

export const area = { x: 0.1, y: 0.2, width: 0.2, height: 0.1 };
export const slip = { rule: 'spelling', what: '“Sumbit” is misspelled.', fix: 'Write “Submit”.', sure: 0.9, area };

/** Expects that a model which answers like this loses only its findings, with a notice of the failure. */
export async function expectOnlyModelLost(
  service: TestService,
  provider: Awaited<ReturnType<typeof startVisionProvider>>,
  how: Answering,
  words: string,
): Promise<void> {
  provider.answers(finds(slip));
  const client = await service.newClient();
  const { id } = await wideReview(client);
  const before = await opinion(client, id);
  provider.answers(how);
  const now = await opinion(client, id);
  expect(now.second_opinion).toMatchObject({ waiting: 0, done: 1, failed: 0 });
  expect(now.second_opinion?.problems).toEqual([expect.stringMatching(/^The model gave no opinion: .*\.$/)]);
  expect(now.second_opinion?.problems[0]).toContain(words);
  // Its earlier findings stay.
  expect(now.findings).toEqual(before.findings);
  expect(provider.asked.length).toBeLessThanOrEqual(2);
  provider.answers(finds());
  const last = await opinion(client, id);
  expect([said(last), last.second_opinion?.problems]).toEqual([[byRule], []]);
}
