/**
 * The fields of the interface, and the form of its refusals. Other tests cover these rows of the interface's tables:
 *
 * | row                                                       | where                                             |
 * |-----------------------------------------------------------|---------------------------------------------------|
 * | states and triggers (3), screenshots before decision only | test/api/states.test.ts                           |
 * | longest texts, types, five images, six, http webhook      | test/api/create-review.test.ts                    |
 * | texts that are too long                                   | test/unit/api/input.test.ts                       |
 * | several sources, half a capture                           | test/unit/domain/source-readers.test.ts           |
 * | addresses of pages and webhooks                           | test/api/field-messages.test.ts                   |
 * | webhook inherited, another, none; headers, signature (6)  | test/api/webhook.test.ts                          |
 * | pause after five failures (6.4)                           | test/api/webhook-pause.test.ts                    |
 * | list of 20 and its pages (4.5)                            | test/api/list-reviews.test.ts                     |
 * | 40 screenshots, 20 and 21 findings                        | test/api/screenshots-and-findings.test.ts         |
 * | updated, skipped for every reason, after images           | test/api/marks.test.ts                            |
 * | second opinion queued                                     | test/api/second-opinion.test.ts                   |
 * | credits, 402, billing (4.10)                              | test/api/credits.test.ts                          |
 * | try tokens (2.1), 401 in its forms (5.1), 400, 413, 415   | test/api/http.test.ts                             |
 * | try tokens an hour and a day (8)                          | test/api/limits.test.ts                           |
 * | limits a minute, exactly, over three processes (8)        | test/wide/api/races-of-operations.test.ts         |
 * | lifetimes (8)                                             | test/api/contract/expiry-and-retention.test.ts    |
 */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { decide, mark, nextPass, review, reviewerOf } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { refusal } from '../support/rest-and-mcp.ts';
import { reviewShape, strict, summaryShape } from './support/shapes.ts';

const service = await startService({ CREDITS_PER_MONTH: 'unlimited' });

test('a review has exactly the fields of 2.2, in every status', async () => {
  const caller = await service.newClient();
  const webhook_url = 'https://hooks.invalid/';
  const open = await review(caller, { webhook_url, context: 'c', reference: 'r', revision: 'v' });
  await reviewerOf(open).call('place_mark', mark({ must_fix: true, author: 'Ann' }));
  await reviewerOf(open).call('place_mark', mark({ kind: 'point', width: null, height: null }));
  const area = { x: 0, y: 0, width: 1, height: 1 };
  await caller.call('add_findings', {
    id: open.id,
    findings: [{ body: 'All', severity: 'a11y', screenshot_index: 0, area, related_pin: 1 }, { body: 'Least' }],
  });
  await decide(open, 'changes_requested');
  await caller.call('resolve_marks', {
    id: open.id,
    marks: [{ id: 1, status: 'resolved', note: 'n', after_image: 'https://example.com/a.png' }],
  });
  const second = await nextPass(caller, open);
  const preparing = await review(caller, { images: ['https://pictures.invalid/a.png'] });
  const cancelled = await caller.call('cancel_review', { id: (await review(caller)).id });
  for (const { id } of [open, second, preparing, cancelled]) {
    const now = await caller.call('get_review', { id });
    expect(reviewShape.safeParse(now).error, now.status).toBeUndefined();
    expect(JSON.stringify(now)).not.toContain('hooks.invalid');
    expect(now.review_url).toMatch(/\/r\/[0-9A-Za-z]{43}$/);
  }
  const { reviews } = await caller.call('list_reviews', {});
  expect(reviews).toHaveLength(4);
  for (const { thumbnail_url = null, ...each } of reviews) {
    expect(summaryShape.safeParse(each).error).toBeUndefined();
    // An addition of the list over REST.
    expect(z.url().nullable().safeParse(thumbnail_url).error).toBeUndefined();
  }
});

test('billing has exactly its documented fields', async () => {
  const shape = strict({
    plan: z.string(),
    credits: { left: z.int().nullable(), allowance: z.int().nullable(), refills_at: z.iso.datetime() },
    costs: { images: z.int(), capture: z.int(), pdf: z.int(), html: z.int() },
    webhooks_paused: z.int(),
    token_expires_at: z.iso.datetime().nullable(),
  });
  const caller = await service.newClient();
  expect(shape.safeParse(await caller.call('get_billing', {})).error).toBeUndefined();
});

test('every refusal has the same body: a code, a sentence and its details', async () => {
  const [caller, other] = [await service.newClient(), await service.newClient()];
  const { id } = await review(caller);
  await decide(await caller.call('get_review', { id }), 'approved');
  const refusals: [() => Promise<unknown>, number, string[]][] = [
    [() => other.call('get_review', { id }), 404, []],
    [() => caller.call('create_review', { title: '' }), 422, ['errors']],
    [() => caller.call('add_findings', { id, findings: [{ body: 'x' }] }), 422, ['status']],
    [() => caller.call('cancel_review', { id }), 422, ['status']],
    [() => caller.call('list_reviews', { cursor: 'x' }), 422, ['errors']],
  ];
  for (const [call, code, details] of refusals) {
    const { status, body } = await refusal(call());
    expect(status).toBe(code);
    expect(Object.keys(body).sort()).toEqual(['error', 'message', ...details].sort());
    expect(body.message).toMatch(/^\S.{10,}/);
    for (const each of body.errors ?? []) expect(Object.keys(each).sort()).toEqual(['message', 'path']);
  }
});
