import { beforeEach, expect, test } from 'vitest';
import type { Input } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { base64, decide, review, reviewerOf } from '../support/factories.ts';
import { startService, type TestService } from '../support/service.ts';
import { refusal } from './support/rest-and-mcp.ts';
import { sql } from './support/sql.ts';

let client: Awaited<ReturnType<TestService['newClient']>>;
const service = await startService();
beforeEach(async () => {
  client = await service.newClient();
});

type NewFinding = Input<'add_findings'>['findings'][number];
const now = async ({ id }: { id: string }) => client.call('get_review', { id });

/** Makes an open review of two screenshots with one finding. */
async function reviewWithFinding(finding: NewFinding = { body: 'Too pale' }): Promise<Review> {
  const images = [
    { image: await base64(), label: 'Home' },
    { image: await base64('#aa4477'), label: 'About' },
  ];
  const { id } = await review(client, { images });
  return client.call('add_findings', { id, findings: [finding] });
}

const places: [string, NewFinding, object][] = [
  [
    'at its area',
    { body: 'Too pale', screenshot_index: 1, area: { x: 0.5, y: 0.25, width: 0.25, height: 0.5 } },
    { screenshot_index: 1, kind: 'box', x: 0.5, y: 0.25, width: 0.25, height: 0.5 },
  ],
  [
    'over the whole screenshot when it has no area',
    { body: 'Too pale', screenshot_index: 1 },
    { screenshot_index: 1, kind: 'box', x: 0, y: 0, width: 1, height: 1 },
  ],
  [
    'over the first screenshot when it is about none',
    { body: 'Too pale' },
    { screenshot_index: 0, kind: 'box', x: 0, y: 0, width: 1, height: 1 },
  ],
  [
    'at a point when its area has no size',
    { body: 'Too pale', screenshot_index: 0, area: { x: 0.5, y: 0.5, width: 0, height: 0 } },
    { screenshot_index: 0, kind: 'point', x: 0.5, y: 0.5, width: null, height: null },
  ],
];
test.each(places)('an accepted finding becomes a mark %s', async (_, finding, place) => {
  const made = await reviewWithFinding(finding);
  const { review: after } = await reviewerOf(made).call('accept_finding', { finding_id: 1, author: ' Mara ' });
  const said = { body: 'Too pale', must_fix: false, author: 'Mara', source: 'finding', status: 'open' };
  expect(after.marks).toMatchObject([{ id: 1, ...place, ...said }]);
  expect(after.findings).toMatchObject([{ id: 1, status: 'accepted', mark_id: 1 }]);
  expect((await now(made)).work_packets.pins).toMatchObject([{ mark_id: 1, source: 'finding', author: 'Mara' }]);
});

test('accepting can change the text and set must-fix; repeated or concurrent calls make one mark', async () => {
  const made = await reviewWithFinding();
  const accept = { finding_id: 1, body: 'Contrast 2:1', must_fix: true };
  await Promise.all([1, 2, 3].map(() => reviewerOf(made).call('accept_finding', accept)));
  await reviewerOf(made).call('accept_finding', { finding_id: 1 });
  expect((await now(made)).marks).toMatchObject([{ id: 1, body: 'Contrast 2:1', must_fix: true }]);
});

test('undoing, or withdrawing the mark, shows the finding again, unless the mark was worked on', async () => {
  const made = await reviewWithFinding();
  const reviewer = reviewerOf(made);
  const finding = { finding_id: 1 };
  await reviewer.call('accept_finding', finding);
  const { review: undone } = await reviewer.call('restore_finding', finding);
  expect(undone.findings).toMatchObject([{ status: 'shown', mark_id: null }]);
  expect(undone.marks).toMatchObject([{ id: 1, status: 'withdrawn' }]);

  await reviewer.call('accept_finding', finding);
  const { review: withdrawn } = await reviewer.call('withdraw_mark', { mark_id: 2 });
  expect(withdrawn.findings).toMatchObject([{ status: 'shown', mark_id: null }]);
  const { review: restored } = await reviewer.call('restore_mark', { mark_id: 2 });
  expect(restored.findings).toMatchObject([{ status: 'accepted', mark_id: 2 }]);

  await reviewer.call('verify_mark', { mark_id: 2 });
  const { status, body } = await refusal(reviewer.call('restore_finding', finding));
  expect([status, body.error]).toEqual([409, 'conflict']);
  expect(body.message).toMatch(/mark 2.*verified/i);
  expect((await refusal(reviewer.call('hide_finding', finding))).status).toBe(409);
  expect((await now(made)).findings).toMatchObject([{ status: 'accepted', mark_id: 2 }]);
  const trail = await sql<{ action: string }>(
    service,
    `SELECT action FROM audit_event WHERE review_id = $1 AND action LIKE 'finding%' ORDER BY id`,
    [made.id],
  );
  expect(trail.map(({ action }) => action)).toEqual(['finding.accepted', 'finding.restored', 'finding.accepted']);
});

test('a finding can be hidden and shown also after the decision, but accepted only before it', async () => {
  const made = await reviewWithFinding();
  const reviewer = reviewerOf(made);
  const finding = { finding_id: 1 };
  for (const [name, status] of [
    ['hide_finding', 'hidden'],
    ['hide_finding', 'hidden'],
    ['restore_finding', 'shown'],
    ['restore_finding', 'shown'],
  ] as const) {
    expect((await reviewer.call(name, finding)).review.findings).toMatchObject([{ status }]);
  }
  await decide(made, 'approved');
  expect((await refusal(reviewer.call('accept_finding', finding))).status).toBe(409);
  expect((await reviewer.call('hide_finding', finding)).review.findings).toMatchObject([{ status: 'hidden' }]);
  expect((await refusal(reviewer.call('hide_finding', { finding_id: 2 }))).status).toBe(404);
});

test('another second opinion does not repeat findings that the reviewer hid or accepted', async () => {
  const blank = await base64();
  const images = ['Hidden', 'Accepted', 'Shown'].map((label) => ({ image: blank, label }));
  const made = await review(client, { images });
  const findings = async () =>
    (await now(made)).findings
      .map(({ id, screenshot_index, status }) => [screenshot_index, status, id] as const)
      .sort();
  await client.call('second_opinion', { id: made.id });
  await expect.poll(async () => (await findings()).length).toBe(3);
  const [hidden = 0, accepted = 0, shown = 0] = (await findings()).map(([, , id]) => id);
  await reviewerOf(made).call('hide_finding', { finding_id: hidden });
  await reviewerOf(made).call('accept_finding', { finding_id: accepted });
  await client.call('second_opinion', { id: made.id });
  const state = async () => (await now(made)).second_opinion;
  await expect.poll(state, { interval: 250 }).toMatchObject({ waiting: 0, done: 3 });
  expect(await findings()).toEqual([
    [0, 'hidden', hidden],
    [1, 'accepted', accepted],
    [2, 'shown', shown],
  ]);
});
