/**
 * The rows of the interface's tables. Other tests cover these rows:
 *
 * | row                                                       | where                                             |
 * |-----------------------------------------------------------|---------------------------------------------------|
 * | states and triggers (3), screenshots before decision only | test/api/states.test.ts                           |
 * | six images, no source, unknown type, http webhook         | test/api/create-review.test.ts                    |
 * | webhook inherited, another, none; headers, signature (6)  | test/api/webhook.test.ts                          |
 * | pause after five failures (6.4)                           | test/api/webhook-pause.test.ts                    |
 * | list of 20 and its pages (4.5)                            | test/api/workspaces.test.ts                       |
 * | 40 screenshots, 20 and 21 findings                        | test/api/screenshots-and-findings.test.ts         |
 * | updated, skipped for every reason except image formats    | test/api/marks.test.ts                            |
 * | second opinion queued                                     | test/api/second-opinion.test.ts                   |
 * | credits, 402, billing (4.10)                              | test/api/credits.test.ts                          |
 * | 401 in its forms (5.1), 400, 413, 415                     | test/api/http.test.ts                             |
 * | limits a minute, exactly, over three processes (8)        | test/wide/api/races-of-operations.test.ts         |
 * | lifetimes (8)                                             | test/api/contract/expiry-and-retention.test.ts    |
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import type { Input } from '../../../server/contract/client.ts';
import {
  base64,
  dataUrl,
  decide,
  mark,
  nextPass,
  rejectedReview,
  review,
  reviewerOf,
} from '../../support/factories.ts';
import { startService, type TestService } from '../../support/service.ts';
import { fillLimits } from '../support/fill-limits.ts';
import { callTool, connectMcp, describeRestAndMcp, refusal } from '../support/rest-and-mcp.ts';
import { sql } from '../support/sql.ts';
import { differences, reviewShape, type Shape, summaryShape } from './support/shapes.ts';

describeRestAndMcp('fields on the wire', { CREDITS_PER_MONTH: 'unlimited' }, (api) => {
  test('a review has exactly the fields of 2.2, in every status', async () => {
    const caller = await api().newCaller();
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
      expect(differences(now, reviewShape), now.status).toEqual([]);
      expect(JSON.stringify(now)).not.toContain('hooks.invalid');
      expect(now.review_url).toMatch(/\/r\/[0-9A-Za-z]{43}$/);
    }
    const { reviews } = await caller.call('list_reviews', {});
    expect(reviews).toHaveLength(4);
    for (const { thumbnail_url = null, ...each } of reviews) {
      expect(differences(each, summaryShape)).toEqual([]);
      // An addition of the list over REST.
      expect(differences(thumbnail_url, { nullable: 'url' })).toEqual([]);
    }
  });

  test('billing has exactly its documented fields', async () => {
    const shape: Shape = {
      plan: 'string',
      credits: { left: { nullable: 'integer' }, allowance: { nullable: 'integer' }, refills_at: 'timestamp' },
      costs: { images: 'integer', capture: 'integer', pdf: 'integer', html: 'integer' },
      webhooks_paused: 'integer',
      token_expires_at: { nullable: 'timestamp' },
    };
    const caller = await api().newCaller();
    expect(differences(await caller.call('get_billing', {}), shape)).toEqual([]);
  });

  const edges: [string, Partial<Input<'create_review'>>, boolean][] = [
    ['a title of one character', { title: 'x' }, true],
    ['a title of 160 characters', { title: 'x'.repeat(160) }, true],
    ['a title of 160 characters outside the first plane', { title: '😀'.repeat(160) }, true],
    ['a title of 161 such characters', { title: '😀'.repeat(161) }, false],
    ['a title of 160 letters with marks of their own', { title: 'é'.repeat(160) }, true],
    ['a reference of 200 characters', { reference: 'x'.repeat(200) }, true],
    ['a reference of 201', { reference: 'x'.repeat(201) }, false],
    ['a revision of 64 characters', { revision: 'x'.repeat(64) }, true],
    ['a revision of 65', { revision: 'x'.repeat(65) }, false],
    ['a context of 10,000 characters', { context: '😀'.repeat(10_000) }, true],
    ['a context of 10,001', { context: '😀'.repeat(10_001) }, false],
  ];
  test.each(edges)('%s', async (_, fields, taken) => {
    const caller = await api().newCaller();
    const [name, value] = Object.entries(fields)[0] ?? [];
    if (taken) {
      const made = await review(caller, fields);
      expect(made).toMatchObject(fields);
      expect(await caller.call('get_review', { id: made.id })).toEqual(made);
      return;
    }
    const { status, body } = await refusal(review(caller, fields));
    expect([status, body.error, body.errors?.[0]?.path]).toEqual([422, 'invalid_request', name]);
    expect(body.message).not.toContain(String(value));
  });

  test('a label of 120 two-unit characters is kept whole; a label of 121 is refused by its path', async () => {
    const caller = await api().newCaller();
    const images = (count: number) => [{ image: '', label: '😀'.repeat(count) }];
    const [fits] = images(120);
    const made = await review(caller, { images: [{ image: await base64(), label: fits?.label ?? '' }] });
    expect(made.screenshots[0]?.label).toBe('😀'.repeat(120));
    const [long] = images(121);
    const { status, body } = await refusal(
      review(caller, { images: [await base64(), { image: await base64(), label: long?.label ?? '' }] }),
    );
    expect([status, body.errors?.[0]?.path]).toEqual([422, 'images[1].label']);
  });

  test.each(['ui', 'website', 'presentation', 'email'] as const)('the type %s', async (type) => {
    const caller = await api().newCaller();
    expect((await review(caller, { type })).type).toBe(type);
  });

  test('the type is ui when it is left out', async () => {
    expect((await review(await api().newCaller())).type).toBe('ui');
  });

  test.each([1, 2, 3, 4, 5])('%i images in their order', async (count) => {
    const caller = await api().newCaller();
    const images = await Promise.all(
      Array.from({ length: count }, (_, at) => (at % 2 === 0 ? base64(`#0000${at}0`) : dataUrl(`#0000${at}0`))),
    );
    const made = await review(caller, { images });
    expect(made).toMatchObject({ status: 'open', source: 'images' });
    expect(made.screenshots.map(({ index }) => index)).toEqual(images.map((_, at) => at));
  });

  const sources: Record<string, Partial<Input<'create_review'>>> = {
    images: { images: ['AAAA'] },
    capture: { capture_url: true, page_url: 'https://example.com/' },
    pdf: { pdf: 'JVBERi0=' },
    html: { html: '<p>Hello' },
  };
  const names = Object.keys(sources);
  const several = names.flatMap((one, at) => names.slice(at + 1).map((two) => [one, two] as const));
  test.each(several)('%s and %s together are refused, and nothing is spent or created', async (one, two) => {
    const caller = await api().newCaller();
    const call = caller.call('create_review', { title: 'Two', ...sources[one], ...sources[two] });
    const { status, body } = await refusal(call);
    expect([status, body.error]).toEqual([422, 'invalid_request']);
    expect(body.message).toContain(one);
    expect(body.message).toContain(two);
    expect((await caller.call('list_reviews', {})).reviews).toEqual([]);
  });

  const halves: [string, Partial<Input<'create_review'>>, string][] = [
    ['page_url alone', { page_url: 'https://example.com/' }, 'capture_url'],
    ['capture_url false', { capture_url: false, page_url: 'https://example.com/' }, 'capture_url'],
    ['capture_url alone', { capture_url: true }, 'page_url'],
    ['a page that is no address', { capture_url: true, page_url: 'example' }, 'page_url'],
    ['a page of another scheme', { capture_url: true, page_url: 'ftp://example.com/' }, 'page_url'],
    ['no source at all', {}, 'images'],
  ];
  test.each(halves)('%s is refused by its path', async (_, fields, path) => {
    const { status, body } = await refusal((await api().newCaller()).call('create_review', { title: 'T', ...fields }));
    expect([status, body.error, body.errors?.[0]?.path]).toEqual([422, 'invalid_request', path]);
  });

  test.each([
    ['http://example.com/hook', false],
    ['ftp://example.com/', false],
    ['example.com', false],
    ['', false],
    ['https://127.0.0.1/', false],
    ['https://example.com/hook?key=x', true],
    [null, true],
  ])('webhook_url %j', async (webhook_url, taken) => {
    const caller = await api().newCaller();
    if (!taken) {
      const { status, body } = await refusal(review(caller, { webhook_url }));
      expect([status, body.errors?.[0]?.path]).toEqual([422, 'webhook_url']);
      return;
    }
    const made = await review(caller, { webhook_url });
    const none = { paused: false, failure_count: 0, last_error: null, last_delivered_at: null };
    expect(made.webhook).toEqual(webhook_url === null ? null : none);
    const inherited = await nextPass(caller, made);
    expect(inherited.webhook).toEqual(made.webhook);
    expect((await nextPass(caller, inherited, { webhook_url: null })).webhook).toBeNull();
  });

  test.each([
    ['https://example.com/a.png', true],
    ['https://example.com/a?b=c#d', true],
    ['http://example.com/a.png', false],
    ['data:image/png;base64,AAAA', false],
    ['https://user:secret@example.com/a.png', false],
    ['example.com/a.png', false],
    ['javascript:alert(1)', false],
    ['', false],
  ])('after_image %j', async (after_image, taken) => {
    const caller = await api().newCaller();
    const { id } = await rejectedReview(caller, [{}, {}]);
    const marks = [
      { id: 1, status: 'resolved' as const, after_image },
      { id: 2, status: 'in_progress' as const },
    ];
    const answer = await caller.call('resolve_marks', { id, marks });
    expect(Object.keys(answer).sort()).toEqual(['review', 'skipped', 'updated']);
    expect(answer.updated).toBe(taken ? 2 : 1);
    expect(answer.skipped).toEqual(taken ? [] : [{ id: 1, reason: 'invalid_after_image' }]);
    expect(answer.review.marks.map(({ status }) => status)).toEqual([taken ? 'resolved' : 'open', 'in_progress']);
    expect(answer.review.marks[0]?.after_image).toBe(taken ? after_image : null);
  });

  test('marks/resolve accepts only resolved and in_progress', async () => {
    const caller = await api().newCaller();
    const { id } = await rejectedReview(caller);
    for (const status of ['open', 'verified', 'reopened', 'withdrawn', 'RESOLVED', '', null]) {
      const call = caller.call('resolve_marks', { id, marks: [{ id: 1, status: status as 'resolved' }] });
      const { status: code, body } = await refusal(call);
      expect([code, body.error, body.errors?.[0]?.path]).toEqual([422, 'invalid_request', 'marks[0].status']);
    }
  });

  test('the two 422 answers of marks/resolve differ: a wrong state, and nothing changed with `skipped`', async () => {
    const caller = await api().newCaller();
    const open = await review(caller);
    const marks = [{ id: 1, status: 'resolved' as const }];
    const early = await refusal(caller.call('resolve_marks', { id: open.id, marks }));
    expect(early).toMatchObject({ status: 422, body: { error: 'invalid_state' } });
    expect(early.body.message).toContain('changes_requested');
    expect(Object.keys(early.body)).not.toContain('skipped');
    const { id } = await rejectedReview(caller);
    await caller.call('resolve_marks', { id, marks });
    const again = await refusal(caller.call('resolve_marks', { id, marks: [...marks, { id: 9, status: 'resolved' }] }));
    expect(again.status).toBe(422);
    expect(again.body).toEqual({
      error: 'no_mark_changed',
      message: expect.any(String),
      skipped: [
        { id: 1, reason: 'unchanged' },
        { id: 9, reason: 'not_found' },
      ],
    });
  });

  test('screenshots and findings share a limit of 60 a minute', async () => {
    const caller = await api().newCaller();
    const { id } = await review(caller);
    await sql(api().service, 'DELETE FROM rate_window');
    await refusal(caller.call('add_screenshot', { id, title: 'counted nowhere' } as never));
    await fillLimits(api().service, 59);
    await caller.call('add_findings', { id, findings: [{ body: 'The sixtieth' }] });
    const beyond = await refusal(caller.call('add_screenshot', { id, image: await base64() }));
    expect(beyond).toMatchObject({ status: 429, body: { error: 'rate_limited', limit: 60 } });
    expect((await caller.call('get_review', { id })).findings).toHaveLength(1);
  });

  test('every refusal has the same body: a code, a sentence and its details', async () => {
    const [caller, other] = [await api().newCaller(), await api().newCaller()];
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
});

let service: TestService;
let behindProxy: TestService;
beforeAll(async () => {
  const limits = { TRY_TOKENS_PER_HOUR: '5', TRY_TOKENS_PER_DAY: '20' };
  [service, behindProxy] = await Promise.all([
    startService(limits),
    startService({ ...limits, TRUST_PROXY: 'loopback' }),
  ]);
});
afterAll(() => Promise.all([service.close(), behindProxy.close()]));

/** Waits until the hour has 20 seconds left, so that all calls of a test count in one window. */
async function awayFromTheHour(): Promise<void> {
  const left = async () => {
    const rows = await sql<{ left: number }>(
      service,
      'SELECT (3600 - extract(epoch FROM now()) % 3600)::float AS left',
    );
    return rows[0]?.left ?? 0;
  };
  await expect.poll(left, { interval: 500 }).toBeGreaterThan(20);
}

const ask = (of: TestService, from: string) =>
  fetch(`${of.url}/api/try-token`, { method: 'POST', headers: { 'x-forwarded-for': from } });

async function askTimes(of: TestService, times: number, from: (at: number) => string): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < times; at += 1) statuses.push((await ask(of, from(at))).status);
  return statuses;
}

test('a try token has exactly the fields of 2.1', async () => {
  await sql(service, 'DELETE FROM rate_window');
  const answer = await ask(service, '203.0.113.9');
  expect(answer.status).toBe(201);
  const body = (await answer.json()) as Record<string, unknown> & { token: string; editor_config: object };
  const url = `${service.url}/mcp/sightline`;
  expect(
    differences(body, {
      token: 'string',
      token_expires_at: 'timestamp',
      mcp_url: 'url',
      workspace_id: 'ulid',
      editor_config: { mcpServers: { sightline: { url: 'url', headers: { Authorization: 'string' } } } },
      assistant_code_command: 'string',
    }),
  ).toEqual([]);
  expect(body.mcp_url).toBe(url);
  expect(body.editor_config).toEqual({
    mcpServers: { sightline: { url, headers: { Authorization: `Bearer ${body.token}` } } },
  });
  expect(body.assistant_code_command).toContain(url);
  const client = await connectMcp(service.url, body.token);
  expect((await callTool(client, 'get_billing', {})).plan).toBe('free');
  await client.close();
});

test('without a trusted proxy an address gets 5 try tokens an hour, whatever its headers say', async () => {
  await awayFromTheHour();
  await sql(service, 'DELETE FROM rate_window');
  const statuses = await askTimes(service, 7, (at) => `203.0.113.${at}`);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429]);
  const refused = await ask(service, '203.0.113.99');
  const body = (await refused.json()) as { retry_after: number };
  expect(body).toMatchObject({ error: 'rate_limited' });
  expect(body.retry_after).toBeLessThanOrEqual(3600);
  expect(refused.headers.get('retry-after')).toBe(String(body.retry_after));
});

test('behind a trusted proxy each address gets 5; addresses that the client itself sends are ignored', async () => {
  await awayFromTheHour();
  await sql(behindProxy, 'DELETE FROM rate_window');
  expect(await askTimes(behindProxy, 6, () => '203.0.113.1')).toEqual([201, 201, 201, 201, 201, 429]);
  expect(await askTimes(behindProxy, 6, () => '203.0.113.2')).toEqual([201, 201, 201, 201, 201, 429]);
  // The proxy's own view of the client is the last address.
  expect(await askTimes(behindProxy, 2, (at) => `198.51.100.${at}, 203.0.113.2`)).toEqual([429, 429]);
});

test('an address gets 20 try tokens a day', async () => {
  const { tryTokensPerHour, tryTokensPerDay } = readConfig({});
  expect([tryTokensPerHour, tryTokensPerDay]).toEqual([5, 20]);
  const generous = await startService({ TRY_TOKENS_PER_HOUR: '1000', TRY_TOKENS_PER_DAY: '20' });
  await awayFromTheHour();
  const statuses = await askTimes(generous, 23, () => '');
  expect(statuses).toEqual([...Array(20).fill(201), 429, 429, 429]);
  await generous.close();
});
