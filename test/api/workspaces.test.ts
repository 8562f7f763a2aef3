import { expect, test } from 'vitest';
import type { Input } from '../../server/contract/client.ts';
import type { RestOperationName } from '../../server/contract/index.ts';
import { base64, nextPass, rejectedReview, review } from '../support/factories.ts';
import { describeRestAndMcp, refusal } from './support/rest-and-mcp.ts';

describeRestAndMcp('a workspace', {}, (api) => {
  const calls: [RestOperationName, (id: string) => Promise<Record<string, unknown>>][] = [
    ['get_review', async (id) => ({ id })],
    ['add_screenshot', async (id) => ({ id, image: await base64() })],
    ['resolve_marks', async (id) => ({ id, marks: [{ id: 1, status: 'resolved' }] })],
    ['add_findings', async (id) => ({ id, findings: [{ body: 'Look here' }] })],
    ['cancel_review', async (id) => ({ id })],
    ['list_deliveries', async (id) => ({ id })],
  ];

  test.each(calls)('%s answers the same for another workspace’s id and an unknown one', async (name, input) => {
    const [owner, other] = [await api().newCaller(), await api().newCaller()];
    const theirs = await rejectedReview(owner);
    const answers = [];
    for (const id of [theirs.id, '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'x', '', '\u0000'.repeat(26)]) {
      if (id === '' && api().name === 'REST') continue;
      answers.push(await refusal(other.call(name, (await input(id)) as Input<RestOperationName>)));
    }
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body).toEqual({ error: 'not_found', message: 'There is no such review here.' });
    }
    expect(await owner.call('get_review', { id: theirs.id })).toEqual(theirs);
  });

  test('cannot continue another workspace’s review', async () => {
    const [owner, other] = [await api().newCaller(), await api().newCaller()];
    const theirs = await review(owner);
    const { status, body } = await refusal(nextPass(other, theirs));
    expect([status, body.errors?.[0]?.path]).toEqual([422, 'parent_id']);
    expect((await owner.call('get_review', { id: theirs.id })).next_pass_id).toBeNull();
  });

  test('lists only its own reviews, the latest 20 first, page by page', async () => {
    const [caller, other] = [await api().newCaller(), await api().newCaller()];
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
    const { body } = await refusal(caller.call('list_reviews', { cursor: 'x' }));
    expect(body.errors?.[0]?.path).toBe('cursor');
  });

  test('sees the same fields in a summary as in the review', async () => {
    const caller = await api().newCaller();
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
});
