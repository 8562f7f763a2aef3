import { describe, expect, test } from 'vitest';
import type { Input } from '../../server/contract/client.ts';
import { ReviewStatus } from '../../server/contract/review.ts';
import { approvedReview, base64, type Caller, nextPass, rejectedReview, review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { refusal } from './support/rest-and-mcp.ts';
import { forgetLimits, sql } from './support/sql.ts';

// Without a worker no delivery counts its failures while a test pauses a webhook.
const service = await startService({ ROLE: 'web' });

describe('the list of reviews', () => {
  const titles = async (caller: Caller, which: Input<'list_reviews'>) =>
    (await caller.call('list_reviews', which)).reviews.map(({ title }) => title);

  /** Calls `see` for two workspaces with the same reviews, so that each would notice those of the other. */
  async function inEach(fill: (caller: Caller) => Promise<unknown>, see: (caller: Caller) => Promise<unknown>) {
    const callers = [await service.newClient(), await service.newClient()];
    for (const caller of callers) await fill(caller);
    for (const caller of callers) await see(caller);
  }

  test('has only the workspace’s own reviews, the latest 20 first, page by page', async () => {
    const [caller, other] = [await service.newClient(), await service.newClient()];
    await review(other);
    const made = [];
    for (let at = 0; at < 23; at += 1) {
      made.unshift(await review(caller, { title: `Review ${at}`, reference: at % 2 === 0 ? 'even' : 'odd' }));
    }
    const first = await caller.call('list_reviews', {});
    expect(first.reviews.map(({ id }) => id)).toEqual(made.slice(0, 20).map(({ id }) => id));
    const second = await caller.call('list_reviews', { cursor: first.next_cursor ?? '' });
    expect(second.reviews.map(({ id }) => id)).toEqual(made.slice(20).map(({ id }) => id));
    expect(second.next_cursor).toBeNull();
    const odd = await caller.call('list_reviews', { reference: 'odd' });
    expect(odd.reviews.map(({ title }) => title)).toEqual(made.flatMap(({ title }, at) => (at % 2 === 1 ? title : [])));
    expect((await caller.call('list_reviews', { reference: 'none' })).reviews).toEqual([]);
  });

  test('has the same fields in a summary as in the review', async () => {
    const caller = await service.newClient();
    const made = await rejectedReview(caller, [{ must_fix: true }, {}], { reference: 'r', revision: 'v' });
    await caller.call('resolve_marks', { id: made.id, marks: [{ id: 2, status: 'resolved' }] });
    const now = await caller.call('get_review', { id: made.id });
    const { reviews } = await caller.call('list_reviews', {});
    expect(reviews).toHaveLength(1);
    const { thumbnail_url: _, ...summary } = reviews[0] ?? {};
    expect(now).toMatchObject(summary);
    expect(reviews[0]).toMatchObject({ outstanding_marks: 1, marks_awaiting_verification: 1 });
    expect(Object.keys(reviews[0] ?? {})).not.toContain('screenshots');
  });

  test('finds all words in title, reference and revision, whatever their case and accents', async () => {
    await inEach(
      async (caller) => {
        await review(caller, { title: 'Café menu', reference: 'shop/web#1284', revision: '4f1c9ab' });
        await review(caller, { title: '100 % off_sale', reference: 'shop/web#7' });
      },
      async (caller) => {
        for (const [search, found] of [
          ['CAFE', ['Café menu']],
          ['web#1284 ménu', ['Café menu']],
          ['4f1c', ['Café menu']],
          ['shop', ['100 % off_sale', 'Café menu']],
          ['100 %', ['100 % off_sale']],
          ['of_', []],
          ['cafe sale', []],
          ['  ', ['100 % off_sale', 'Café menu']],
        ] as const) {
          expect([search, await titles(caller, { search })]).toEqual([search, found]);
        }
      },
    );
  });

  test('filters by each status, also by the one that the clock decides', async () => {
    const caller = await service.newClient();
    await approvedReview(caller, { title: 'approved' });
    await rejectedReview(caller, [{}], { title: 'changes_requested' });
    await nextPass(caller, await review(caller, { title: 'superseded' }), { title: 'open' });
    await caller.call('cancel_review', { id: (await review(caller, { title: 'cancelled' })).id });
    for (const [title, set] of [
      ['expired', `expires_at = now() - interval '1 day'`],
      ['failed', `status = 'failed'`],
      ['preparing', `status = 'preparing'`],
    ] as const) {
      const { id } = await review(caller, { title });
      await sql(service, `UPDATE review SET ${set} WHERE id = $1`, [id]);
    }
    for (const status of ReviewStatus.options) expect(await titles(caller, { status })).toEqual([status]);
    const { body } = await refusal(caller.call('list_reviews', { status: 'gone' as ReviewStatus }));
    expect(body.errors?.[0]?.path).toBe('status');
  });

  test('shows each chain once, finds it by an earlier pass, and lists its passes', async () => {
    await inEach(
      async (caller) => {
        const first = await approvedReview(caller, { title: 'Prices', revision: 'aaa111' });
        const second = await rejectedReview(caller, [{}], {
          title: 'New prices',
          revision: 'bbb222',
          parent_id: first.id,
        });
        await nextPass(caller, second, { title: 'Final prices' });
        await review(caller, { title: 'Terms' });
      },
      async (caller) => {
        const newest = { passes: 'newest' } as const;
        const passes = ['Final prices', 'New prices', 'Prices'];
        expect(await titles(caller, {})).toEqual(['Terms', ...passes]);
        expect(await titles(caller, newest)).toEqual(['Terms', 'Final prices']);
        expect(await titles(caller, { ...newest, search: 'aaa111' })).toEqual(['Final prices']);
        expect(await titles(caller, { search: 'aaa111' })).toEqual(['Prices']);
        expect(await titles(caller, { ...newest, status: 'approved' })).toEqual([]);
        const { reviews } = await caller.call('list_reviews', {});
        for (const { id, title } of reviews) {
          expect(await titles(caller, { passes_of: id })).toEqual(title === 'Terms' ? ['Terms'] : passes);
        }
        const stranger = await service.newClient();
        expect(await titles(stranger, { passes_of: reviews[0]?.id })).toEqual([]);
      },
    );
  });

  test('shows every chain once over its pages, though passes and reviews arrive meanwhile', async () => {
    const caller = await service.newClient();
    const made = [];
    for (let at = 0; at < 45; at += 1) {
      if (at % 25 === 24) await forgetLimits(service);
      made.push(await review(caller, { title: `Review ${at}` }));
    }
    await forgetLimits(service);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { reviews: { title: string }[]; next_cursor: string | null } = await caller.call('list_reviews', {
        passes: 'newest',
        ...(cursor === '' ? {} : { cursor }),
      });
      seen.push(...page.reviews.map(({ title }) => title));
      cursor = page.next_cursor;
      // One of a page to come, and one of a page already read
      for (const at of seen.length === 20 ? [40, 3] : []) {
        await nextPass(caller, { id: made[at]?.id ?? '' }, { title: `Review ${at}, again` });
      }
      await review(caller, { title: 'Newer than the list' });
    }
    expect(seen).toEqual(made.map(({ title }) => title).toReversed());
    for (const wrong of ['x', `${made[0]?.id}-x`, `${made[0]?.id}-${made[1]?.id}-`]) {
      const { body } = await refusal(caller.call('list_reviews', { cursor: wrong }));
      expect(body.errors?.[0]?.path).toBe('cursor');
    }
  });

  test('finds paused webhooks by the pass, and by the chain', async () => {
    const hook = { webhook_url: 'https://ci.example.com/hook' };
    await inEach(
      async (caller) => {
        await approvedReview(caller, { title: 'Others' });
        const first = await approvedReview(caller, { title: 'Paused', ...hook });
        await nextPass(caller, first, { title: 'Without', webhook_url: null });
        await approvedReview(caller, { title: 'Healthy', ...hook });
        await sql(
          service,
          `INSERT INTO webhook_state (chain_id, url_hash, workspace_id, paused)
           SELECT chain_id, webhook_url_hash, workspace_id, true FROM review WHERE id = $1
           ON CONFLICT (chain_id, url_hash) DO UPDATE SET paused = true`,
          [first.id],
        );
      },
      async (caller) => {
        expect(await titles(caller, { webhook: 'paused' })).toEqual(['Paused']);
        expect(await titles(caller, { webhook: 'paused', passes: 'newest' })).toEqual(['Without']);
      },
    );
  });

  test('names the thumbnail of the first screenshot, for programs that show images', async () => {
    const caller = await service.newClient();
    const images = [{ image: await base64() }, { image: await base64('#aa4477') }];
    const { id, screenshots } = await review(caller, { images });
    const thumbnail = async () => (await caller.call('list_reviews', {})).reviews[0]?.thumbnail_url;
    expect(await thumbnail()).toBe(screenshots[0]?.thumbnail_url);
    const answer = await fetch((await thumbnail()) ?? '');
    expect(answer.headers.get('content-type')).toBe('image/webp');
    await sql(service, 'DELETE FROM shot WHERE review_id = $1', [id]);
    expect(await thumbnail()).toBeNull();
  });
});
