import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServiceError } from '../../server/contract/client.ts';
import { base64, nextPass, review } from '../support/factories.ts';
import { startService, type TestService } from '../support/service.ts';
import { refusal } from './support/rest-and-mcp.ts';
import { sql } from './support/sql.ts';

const settings = {
  ROLE: 'web',
  CREDITS_PER_MONTH: '3',
  COST_IMAGES: '2',
  COST_CAPTURE: '4',
  COST_PDF: '5',
  COST_HTML: '6',
};
const service = await startService(settings);

describe('credits', () => {
  test('are listed: the rest, the cost of each source, and when they renew', async () => {
    const caller = await service.newClient();
    const now = new Date();
    expect(await caller.call('get_billing', {})).toEqual({
      plan: 'free',
      credits: {
        left: 3,
        allowance: 3,
        refills_at: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
      },
      costs: { images: 2, capture: 4, pdf: 5, html: 6 },
      webhooks_paused: 0,
      token_expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test('that do not suffice: the refusal says the need and the rest, and nothing is spent or created', async () => {
    const caller = await service.newClient();
    const first = await review(caller);
    const { status, body } = await refusal(review(caller));
    expect(status).toBe(402);
    expect(body).toMatchObject({ error: 'insufficient_credits', needed: 2, held: 1 });
    expect(await refusal(nextPass(caller, first))).toMatchObject({ status: 402 });
    expect((await caller.call('get_billing', {})).credits.left).toBe(1);
    expect((await caller.call('list_reviews', {})).reviews).toHaveLength(1);
    expect((await caller.call('get_review', { id: first.id })).next_pass_id).toBeNull();
  });

  test('are spent only by a review, and not returned when it is cancelled', async () => {
    const caller = await service.newClient();
    const made = await review(caller);
    await caller.call('add_screenshot', { id: made.id, image: await base64('#00ff00') });
    await caller.call('add_findings', { id: made.id, findings: [{ body: 'x' }] });
    await caller.call('cancel_review', { id: made.id });
    expect((await caller.call('get_billing', {})).credits.left).toBe(1);
  });

  test('start at the full allowance in a new month', async () => {
    const caller = await service.newClient();
    await review(caller);
    await sql(service, `UPDATE credit_month SET month = '2001-01' WHERE workspace_id = $1`, [caller.workspaceId]);
    expect((await caller.call('get_billing', {})).credits.left).toBe(3);
  });
});

describe('an allowance', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ ROLE: 'web', CREDITS_PER_MONTH: '20', COST_IMAGES: '3' });
  });
  afterAll(() => service.close());

  test('of 20 allows 6 of 20 concurrent requests at 3 each', async () => {
    const one = await service.newClient();
    const image = await base64();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        one
          .call('create_review', { title: `Race ${at}`, images: [image] })
          .then(() => 201)
          .catch((error: unknown) => (error instanceof ServiceError ? error.status : String(error))),
      ),
    );
    expect(outcomes.filter((status) => status === 201)).toHaveLength(6);
    expect(outcomes.filter((status) => status === 402)).toHaveLength(14);
    expect((await one.call('get_billing', {})).credits.left).toBe(2);
    expect((await one.call('list_reviews', {})).reviews).toHaveLength(6);
  });
});

describe('without an allowance', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ ROLE: 'web', CREDITS_PER_MONTH: 'unlimited', COST_IMAGES: '1000' });
  });
  afterAll(() => service.close());

  test('no request is refused and nothing is deducted', async () => {
    const client = await service.newClient();
    await review(client);
    await review(client);
    expect(await client.call('get_billing', {})).toMatchObject({
      plan: 'unlimited',
      credits: { left: null, allowance: null },
    });
  });
});
