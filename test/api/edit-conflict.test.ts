import { expect, test } from 'vitest';
import { mark, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { refusal } from './support/rest-and-mcp.ts';

let now = new Date('2026-11-20T12:00:00.000Z');
// The clock stands still, to prove that the conflict is detected even within the same millisecond.
const service = await startService({ ROLE: 'web' }, () => now);
const client = await service.newClient();

async function marked() {
  const made = await review(client);
  const { review: after } = await reviewerOf(made).call('place_mark', mark({ body: 'First words' }));
  return { made, tabs: [reviewerOf(made), reviewerOf(made)] as const, seen: after.marks[0]?.updated_at ?? '' };
}
const bodyOf = async ({ id }: { id: string }) => (await client.call('get_review', { id })).marks[0]?.body;

test('an edit of a mark that somebody changed meanwhile is a conflict, and loses nothing', async () => {
  const { made, tabs, seen } = await marked();
  const [one, other] = tabs;
  const { review: after } = await one.call('edit_mark', { mark_id: 1, body: 'Of the first tab', after_update: seen });
  const { status, body } = await refusal(
    other.call('edit_mark', { mark_id: 1, body: 'Of the second tab', after_update: seen }),
  );
  expect([status, body.error]).toEqual([409, 'conflict']);
  expect(body.message).toMatch(/somebody changed mark 1/i);
  expect(await bodyOf(made)).toBe('Of the first tab');
  // After reading the change, the other tab may edit.
  const looked = after.marks[0]?.updated_at ?? '';
  await other.call('edit_mark', { mark_id: 1, body: 'Of both', after_update: looked });
  expect(await bodyOf(made)).toBe('Of both');
});

test('a repeat after a lost answer is not a conflict', async () => {
  const { tabs, seen } = await marked();
  // At the right edge: as floating-point numbers, 0.9 + 0.1 can exceed 1.
  const edit = { mark_id: 1, body: 'Sent twice', x: 0.9, width: 0.1, must_fix: true, after_update: seen };
  const first = await tabs[0].call('edit_mark', edit);
  const second = await tabs[0].call('edit_mark', edit);
  expect(second.review.marks).toEqual(first.review.marks);
});

test('any change of the mark, also of its status, causes the conflict', async () => {
  const { made, tabs, seen } = await marked();
  now = new Date(now.getTime() + 1);
  await tabs[0].call('verify_mark', { mark_id: 1 });
  expect((await refusal(tabs[1].call('edit_mark', { mark_id: 1, body: 'Late', after_update: seen }))).status).toBe(409);
  expect(await bodyOf(made)).toBe('First words');
});

test('an edit without after_update is always written; an invalid time is refused', async () => {
  const { made, tabs } = await marked();
  await tabs[0].call('edit_mark', { mark_id: 1, body: 'One' });
  await tabs[1].call('edit_mark', { mark_id: 1, body: 'Two' });
  expect(await bodyOf(made)).toBe('Two');
  const { status, body } = await refusal(tabs[0].call('edit_mark', { mark_id: 1, body: 'x', after_update: 'noon' }));
  expect([status, body.errors?.[0]?.path]).toEqual([422, 'after_update']);
});

test('of eight tabs that edit at once one succeeds and seven get a conflict', async () => {
  const { made, seen } = await marked();
  const edits = Array.from({ length: 8 }, (_, tab) => `Of tab ${tab}`);
  const outcomes = await Promise.allSettled(
    edits.map((body) => reviewerOf(made).call('edit_mark', { mark_id: 1, body, after_update: seen })),
  );
  const won = edits.filter((_, at) => outcomes[at]?.status === 'fulfilled');
  expect(won).toEqual([await bodyOf(made)]);
  for (const each of outcomes) if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 409 });
});
