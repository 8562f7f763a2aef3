import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Review } from '../../server/contract/review.ts';
import { base64, decide, mark, nextPass, png, review, reviewerOf } from '../support/factories.ts';
import { guestOf, suggestedReview, suggestion } from '../support/guest.ts';
import { startService, type TestService } from '../support/service.ts';
import { refusal } from './support/rest-and-mcp.ts';
import { sql } from './support/sql.ts';

let client: Awaited<ReturnType<TestService['newClient']>>;
const service = await startService({ ROLE: 'web' });
// Each client has its own token, because creating reviews is limited per token.
beforeEach(async () => {
  client = await service.newClient();
});

const now = async ({ id }: { id: string }) => client.call('get_review', { id });

const suggested = (more?: Parameters<typeof suggestion>[0]) => suggestedReview(client, more);

const events = async (made: Review): Promise<string[]> =>
  (
    await sql<{ text: string }>(
      service,
      `SELECT concat_ws(' ', actor, action, details::text) AS text FROM audit_event
       WHERE review_id = $1 AND action NOT LIKE 'decision%' ORDER BY id`,
      [made.id],
    )
  ).map(({ text }) => text);

test('an accepted suggestion is a mark with its guest’s name and place, also in packets and audit trail', async () => {
  const made = await suggested();
  expect(made).toMatchObject({ suggestions: [{ id: 1, status: 'pending' }], marks: [], outstanding_marks: 0 });
  await reviewerOf(made).call('accept_suggestion', { suggestion_id: 1 });
  const place = { kind: 'box', x: 0.1, y: 0.2, width: 0.3, height: 0.4, screenshot_index: 0 };
  const after = await now(made);
  expect(after.suggestions).toMatchObject([{ ...place, status: 'accepted', mark_id: 1 }]);
  const said = { body: 'Could this be larger?', author: 'Ola', must_fix: false, source: 'accepted_suggestion' };
  expect(after.marks).toMatchObject([{ id: 1, status: 'open', ...place, ...said }]);
  expect(after.work_packets.pins).toMatchObject([{ mark_id: 1, ...said }]);
  expect(await events(made)).toEqual(['reviewer suggestion.accepted {"mark": 1, "suggestion": 1}']);
});

test('accepting can change the text and set must-fix', async () => {
  const made = await suggested();
  const { review: after } = await reviewerOf(made).call('accept_suggestion', {
    suggestion_id: 1,
    body: 'Make it 48 px high',
    must_fix: true,
  });
  expect(after.marks).toMatchObject([{ body: 'Make it 48 px high', must_fix: true, author: 'Ola' }]);
  expect(after.suggestions).toMatchObject([{ body: 'Could this be larger?' }]);
});

test('a repeated acceptance changes nothing, and dismissing an accepted suggestion is refused', async () => {
  const made = await suggested();
  const reviewer = reviewerOf(made);
  await reviewer.call('accept_suggestion', { suggestion_id: 1 });
  const { review: after } = await reviewer.call('accept_suggestion', { suggestion_id: 1, body: 'Again' });
  expect(after.marks).toHaveLength(1);
  const { status, body } = await refusal(reviewer.call('dismiss_suggestion', { suggestion_id: 1 }));
  expect([status, body.error]).toEqual([409, 'conflict']);
  expect(body.message).toContain('mark 1');
  expect((await now(made)).suggestions[0]?.status).toBe('accepted');
});

test('a suggestion can be dismissed, restored and then accepted', async () => {
  const made = await suggested();
  const reviewer = reviewerOf(made);
  for (let twice = 0; twice < 2; twice += 1) {
    const { review: after } = await reviewer.call('dismiss_suggestion', { suggestion_id: 1 });
    expect(after).toMatchObject({ suggestions: [{ status: 'dismissed', mark_id: null }], marks: [] });
  }
  expect((await refusal(reviewer.call('accept_suggestion', { suggestion_id: 1 }))).body.message).toMatch(/dismissed/);
  for (let twice = 0; twice < 2; twice += 1) {
    const { review: after } = await reviewer.call('restore_suggestion', { suggestion_id: 1 });
    expect(after.suggestions[0]?.status).toBe('pending');
  }
  await reviewer.call('accept_suggestion', { suggestion_id: 1 });
  expect(await events(made)).toEqual([
    'reviewer suggestion.dismissed {"suggestion": 1}',
    'reviewer suggestion.restored {"from": "dismissed", "suggestion": 1}',
    'reviewer suggestion.accepted {"mark": 1, "suggestion": 1}',
  ]);
});

test('undoing acceptance withdraws the mark, unless somebody has worked on it', async () => {
  const made = await suggested();
  const reviewer = reviewerOf(made);
  await reviewer.call('accept_suggestion', { suggestion_id: 1 });
  const { review: undone } = await reviewer.call('restore_suggestion', { suggestion_id: 1 });
  expect(undone).toMatchObject({
    suggestions: [{ status: 'pending', mark_id: null }],
    marks: [{ id: 1, status: 'withdrawn' }],
    outstanding_marks: 0,
  });
  await reviewer.call('accept_suggestion', { suggestion_id: 1 });
  await reviewer.call('verify_mark', { mark_id: 2 });
  const { status, body } = await refusal(reviewer.call('restore_suggestion', { suggestion_id: 1 }));
  expect([status, body.error]).toEqual([409, 'conflict']);
  expect(body.message).toMatch(/mark 2.*verified/i);
  expect((await now(made)).suggestions[0]).toMatchObject({ status: 'accepted', mark_id: 2 });
});

test('a guest sees the outcome of a suggestion and can no longer change it', async () => {
  const made = await review(client);
  const guest = guestOf(made);
  const secrets = [randomUUID(), randomUUID(), randomUUID()];
  for (const client_suggestion_id of secrets) await guest.call('suggest', suggestion({ client_suggestion_id }));
  await reviewerOf(made).call('accept_suggestion', { suggestion_id: 1 });
  await reviewerOf(made).call('dismiss_suggestion', { suggestion_id: 2 });
  const { suggestions } = await guest.call('read_own_suggestions', {
    client_suggestion_ids: [...secrets, randomUUID()],
  });
  expect(
    suggestions.map((each) => [each.client_suggestion_id, each.suggestion.status, each.suggestion.mark_id]),
  ).toEqual([
    [secrets[0], 'accepted', 1],
    [secrets[1], 'dismissed', null],
    [secrets[2], 'pending', null],
  ]);
  for (const [at, words] of [
    [0, /accepted: it is mark 1/],
    [1, /dismissed/],
  ] as const) {
    const own = { suggestion_id: at + 1, client_suggestion_id: secrets[at] ?? '' };
    for (const call of [
      () => guest.call('edit_suggestion', { ...own, body: 'Other words' }),
      () => guest.call('withdraw_suggestion', own),
    ]) {
      const { status, body } = await refusal(call());
      expect(status).toBe(409);
      expect(body.message).toMatch(words);
    }
  }
});

test('after the decision none can be accepted, but pending ones can be dismissed', async () => {
  const made = await suggested();
  await guestOf(made).call('suggest', suggestion());
  await decide(made, 'approved');
  const reviewer = reviewerOf(made);
  expect((await refusal(reviewer.call('accept_suggestion', { suggestion_id: 1 }))).status).toBe(409);
  const { review: after } = await reviewer.call('dismiss_suggestion', { suggestion_id: 1 });
  expect(after.suggestions.map(({ status }) => status)).toEqual(['dismissed', 'pending']);
});

describe('the passes of a chain', () => {
  const shots = async (...labels: string[]) =>
    Promise.all(labels.map(async (label, at) => ({ image: await base64(`#4477a${at}`), label })));

  test('a pending suggestion moves to the screenshot with its label on the next pass; the rest stays', async () => {
    const first = await review(client, { images: await shots('Home', 'About', 'Gone') });
    const own = randomUUID();
    const guest = guestOf(first);
    await guest.call('suggest', suggestion({ screenshot_index: 1, client_suggestion_id: own, body: 'On about' }));
    await guest.call('suggest', suggestion({ screenshot_index: 2, body: 'On what goes' }));
    await guest.call('suggest', suggestion({ body: 'Accepted' }));
    await guest.call('suggest', suggestion({ body: 'Dismissed' }));
    await reviewerOf(first).call('accept_suggestion', { suggestion_id: 3 });
    await reviewerOf(first).call('dismiss_suggestion', { suggestion_id: 4 });
    const second = await nextPass(client, first, { images: await shots('About', 'Home') });
    expect((await now(second)).suggestions).toMatchObject([{ id: 1, screenshot_index: 0, status: 'pending' }]);
    expect((await now(first)).suggestions.map(({ id, status }) => [id, status])).toEqual([
      [2, 'pending'],
      [3, 'accepted'],
      [4, 'dismissed'],
    ]);
    // The guest's page of the first pass still shows its outcome.
    const { suggestions } = await guest.call('read_own_suggestions', { client_suggestion_ids: [own] });
    expect(suggestions).toMatchObject([{ suggestion: { id: 1, screenshot_index: 0, status: 'pending' } }]);
    const late = guest.call('edit_suggestion', { suggestion_id: 1, client_suggestion_id: own, body: 'Other' });
    expect((await refusal(late)).body.message).toMatch(/newer pass/i);
    expect((await refusal(reviewerOf(first).call('accept_suggestion', { suggestion_id: 1 }))).status).toBe(409);
    const { review: after } = await reviewerOf(second).call('accept_suggestion', { suggestion_id: 1 });
    expect(after.marks.map(({ id, body, pass }) => [id, body, pass])).toEqual([
      [1, 'Accepted', 1],
      [2, 'On about', 2],
    ]);
  });

  test('a suggestion on a removed element says so, and its mark names no other element', async () => {
    const menu = async (...texts: string[]) => ({
      title: 'A menu',
      images: [
        {
          image: (await png(`#44${texts.length}7a0`, 200, 100)).toString('base64'),
          label: 'Menu',
          elements: texts.map((text, at) => ({
            tag: 'a',
            role: 'link',
            text,
            outer_html: `<a>${text}</a>`,
            selectors: [{ selector: `a:nth-of-type(${at + 1})`, matches: 1 }],
            box: { x: 0, y: at * 20, width: 100, height: 20 },
          })),
        },
      ],
    });
    const first = await client.call('create_review', await menu('Home', 'Docs', 'Blog', 'Terms'));
    const docs = { x: 0, y: 0.2, width: 0.5, height: 0.2 };
    const [one, two] = [randomUUID(), randomUUID()];
    await guestOf(first).call('suggest', suggestion({ ...docs, client_suggestion_id: one }));
    await guestOf(first).call('suggest', suggestion({ ...docs, client_suggestion_id: two }));
    const second = await client.call('create_review', {
      ...(await menu('Home', 'Blog', 'Terms')),
      parent_id: first.id,
    });
    expect((await now(second)).suggestions.map(({ position }) => position)).toEqual(Array(2).fill('element_removed'));
    const { review: accepted } = await reviewerOf(second).call('accept_suggestion', { suggestion_id: 1 });
    expect(accepted.marks).toMatchObject([{ position: 'element_removed', element: null }]);
    // The guest places the other suggestion again.
    const blog = { suggestion_id: 2, client_suggestion_id: two, y: 0.2 };
    await guestOf(second).call('edit_suggestion', blog);
    const { review: after } = await reviewerOf(second).call('accept_suggestion', { suggestion_id: 2 });
    expect(after.marks[1]).toMatchObject({ position: 'exact', element: { text: 'Blog' } });
  });

  test('a guest is sent to another pass only if the suggestion is there', async () => {
    const first = await review(client, { images: await shots('Home', 'Gone') });
    const own = { suggestion_id: 1, client_suggestion_id: randomUUID() };
    await guestOf(first).call('suggest', suggestion({ ...own, screenshot_index: 1 }));
    const second = await nextPass(client, first, { images: await shots('Home') });
    const told = async (of: Review) =>
      (await refusal(guestOf(of).call('edit_suggestion', { ...own, body: 'Other' }))).body.message;
    expect(await told(first)).toBe('A newer pass is open. Suggestions belong there.');
    expect(await told(second)).toBe(
      'Your suggestion is on an earlier pass, because this one does not have its screenshot. Leave another one here.',
    );
    await client.call('cancel_review', { id: second.id });
    expect(await told(second)).toBe('This review was withdrawn by its requester.');
    const third = await nextPass(client, first, { images: await shots('Home', 'Gone') });
    expect(await told(first)).toBe('A newer pass is open, and your suggestion has moved to it. Continue there.');
    await guestOf(third).call('edit_suggestion', { ...own, body: 'Other' });
  });

  test('a later screenshot receives the suggestions on its label', async () => {
    const first = await review(client, { images: await shots('Home', 'About') });
    await guestOf(first).call('suggest', suggestion({ screenshot_index: 1 }));
    const second = await nextPass(client, first, { images: await shots('Home') });
    expect((await now(second)).suggestions).toEqual([]);
    const [about] = await shots('About');
    await client.call('add_screenshot', { id: second.id, image: about?.image ?? '', label: 'About' });
    await expect.poll(async () => (await now(second)).suggestions).toMatchObject([{ id: 1, screenshot_index: 1 }]);
  });

  test('a withdrawn pass returns its pending suggestions; a deleted one only the older ones', async () => {
    const first = await review(client);
    await guestOf(first).call('suggest', suggestion({ body: 'Of the first' }));
    for (const how of ['cancel_review', 'delete_review'] as const) {
      const child = await nextPass(client, first);
      await guestOf(child).call('suggest', suggestion({ body: `Of the child to ${how}` }));
      expect((await now(first)).suggestions).toEqual([]);
      await client.call(how, { id: child.id });
    }
    const after = await now(first);
    expect(after.status).toBe('open');
    expect(after.suggestions.map(({ body }) => body)).toEqual(['Of the first', 'Of the child to cancel_review']);
    const left = await sql(service, `SELECT 1 FROM suggestion WHERE body LIKE '%to delete_review'`);
    expect(left).toEqual([]);
  });

  test('are all listed to the reviewer of each pass, with their outcome', async () => {
    const first = await review(client, { revision: 'r1' });
    await decide(first, 'changes_requested');
    const gone = await nextPass(client, first, { revision: 'never' });
    await client.call('cancel_review', { id: gone.id });
    const second = await nextPass(client, first, { revision: 'r2' });
    for (const each of [first, second]) {
      const { passes, newest } = await reviewerOf(each).call('read_review', {});
      expect(passes).toEqual([
        {
          id: first.id,
          pass: 1,
          status: 'changes_requested',
          revision: 'r1',
          created_at: first.created_at,
          decided_at: (await now(first)).decided_at,
          review_url: first.review_url,
        },
        {
          id: second.id,
          pass: 2,
          status: 'open',
          revision: 'r2',
          created_at: second.created_at,
          decided_at: null,
          review_url: second.review_url,
        },
      ]);
      expect(newest?.id ?? null).toBe(each === first ? second.id : null);
    }
    const ofGone = await reviewerOf(gone).call('read_review', {});
    expect(ofGone.passes.map(({ id }) => id)).toEqual([first.id, gone.id, second.id]);
  });
});

test('a suggestion is exported, and deleted with its review, chain or workspace', async () => {
  const own = await service.newClient();
  const first = await review(own);
  await guestOf(first).call('suggest', suggestion());
  const exported = await own.call('export_workspace', {});
  expect(exported.reviews).toMatchObject([{ suggestions: [{ id: 1, body: 'Could this be larger?', author: 'Ola' }] }]);
  const stored = async () =>
    (await sql(service, 'SELECT 1 FROM suggestion WHERE workspace_id = $1', [own.workspaceId])).length;
  expect(await stored()).toBe(1);
  await own.call('delete_review', { id: first.id });
  expect(await stored()).toBe(0);
  const second = await review(own);
  await guestOf(second).call('suggest', suggestion());
  const third = await nextPass(own, second);
  await guestOf(third).call('suggest', suggestion());
  expect(await stored()).toBe(2);
  await own.call('delete_workspace', { confirm: own.workspaceId });
  expect(await stored()).toBe(0);
});

test('a review read from the cache shows every change at once', async () => {
  const made = await review(client);
  const reviewer = reviewerOf(made);
  const guest = guestOf(made);
  const read = async (): Promise<string> => {
    // Read twice: the second read comes from the cache.
    await now(made);
    const { suggestions, findings, marks } = await now(made);
    const view = await reviewer.call('read_review', {});
    expect(view.review).toEqual(await now(made));
    return JSON.stringify([suggestions, findings, marks, view.passes, view.newest]);
  };
  const own = { suggestion_id: 1, client_suggestion_id: randomUUID() };
  await client.call('add_findings', { id: made.id, findings: [{ body: 'A finding' }] });
  const steps: (() => Promise<unknown>)[] = [
    () => guest.call('suggest', suggestion(own)),
    () => guest.call('edit_suggestion', { ...own, body: 'Changed' }),
    () => guest.call('reply_to_suggestion', { ...own, body: 'A reply' }),
    () => reviewer.call('dismiss_suggestion', own),
    () => reviewer.call('restore_suggestion', own),
    () => reviewer.call('accept_suggestion', own),
    () => reviewer.call('hide_finding', { finding_id: 1 }),
    () => reviewer.call('restore_finding', { finding_id: 1 }),
    () => reviewer.call('accept_finding', { finding_id: 1 }),
    () => reviewer.call('withdraw_mark', { mark_id: 2 }),
    () => reviewer.call('restore_suggestion', own),
    () => guest.call('withdraw_suggestion', own),
    () => reviewer.call('place_mark', mark()),
    () => nextPass(client, made),
    () => guestOf(made).call('read_guest_review', {}),
  ];
  const seen = [await read()];
  for (const step of steps) {
    await step();
    seen.push(await read());
  }
  // Every step but the last, which changes nothing, must show at once.
  const changes = seen.slice(1).map((each, at) => each !== seen[at]);
  expect(changes).toEqual(steps.map((_, at) => at < steps.length - 1));
  console.log(`${steps.length - 1} changes, each read at once after two reads: ${changes.filter(Boolean).length} seen`);
});
