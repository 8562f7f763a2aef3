import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Review } from '../../../server/contract/review.ts';
import { decided, newPin, newSecret } from './support/review.ts';
import {
  type Bench,
  type PullRequest,
  type Registered,
  startBench,
  until,
  untilCheck,
  untilComment,
} from './support/start-app.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

/** Decides at the service and sends the webhook, as the service would. */
async function decide(registered: Registered, review: Review): Promise<number> {
  bench.service.put(registered.secret, review);
  return bench.decide(registered, review);
}

/** What GitHub shows once everything that was queued before has been done. */
async function settled(pull: PullRequest) {
  const { name } = await bench.newRegistered(pull, { name: `probe-${Math.random().toString(36).slice(2)}` });
  await untilComment(bench, pull, name);
  return (await bench.github.checks(pull.repository, pull.headSha)).find((check) => check.name.endsWith('/ visual'));
}

describe('a decision', () => {
  test('that approves passes the check and says what the link proves', async () => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    expect(await decide(registered, decided(registered.review, 'approved'))).toBe(202);
    const check = await untilCheck(bench, pull, 'Approved');
    expect(check).toMatchObject({ status: 'completed', conclusion: 'success' });
    expect(check.summary).toContain('someone with the link on the review page who gave the name `Ada`');
    expect((await untilComment(bench, pull, 'Approved')).body).toContain('No review waits for a person');
    expect(await bench.github.comments(pull.repository, pull.number)).toHaveLength(1);
  });

  test('that asks for changes fails the check with the pins in it', async () => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    const pins = [newPin({ body: 'Hello @octocat <img src=x>' }), newPin({ mark_id: 2, must_fix: false })];
    const review = decided(registered.review, 'changes_requested', {
      outstanding_marks: 2,
      work_packets: { pins, must_fix: [{ mark_id: 1, summary: 'x' }] },
    });
    await decide(registered, review);
    const check = await untilCheck(bench, pull, 'Changes requested: 2 marks');
    expect(check).toMatchObject({ status: 'completed', conclusion: 'failure' });
    expect(check.text).toContain('Mark 1 \u00b7 must fix');
    expect(check.text).toContain('```text\nHello @octocat <img src=x>\n```');
    expect(check.text).toContain('src="https://reviews.example.com/crops/abc.png"');
    await untilComment(bench, pull, 'Changes requested (2 marks)');
  });

  test('that the reviewer changes turns the same check', async () => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    const approved = decided(registered.review, 'approved');
    await decide(registered, approved);
    const { id } = await untilCheck(bench, pull, 'Approved');
    await decide(registered, decided(approved, 'changes_requested'));
    expect(await untilCheck(bench, pull, 'Changes requested')).toMatchObject({ id, conclusion: 'failure' });
  });

  test('told ten times is told to GitHub once', async () => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    const review = decided(registered.review, 'approved');
    bench.service.put(registered.secret, review);
    const answers = await Promise.all(Array.from({ length: 10 }, () => bench.decide(registered, review)));
    expect(new Set(answers)).toEqual(new Set([202]));
    await untilCheck(bench, pull, 'Approved');
    expect(await settled(pull)).toMatchObject({ conclusion: 'success' });
    const checks = await bench.github.checks(pull.repository, pull.headSha);
    expect(checks.filter((check) => check.name === 'Sightline / visual')).toHaveLength(1);
    expect(await bench.github.comments(pull.repository, pull.number)).toHaveLength(1);
  });

  test('that comes while GitHub is down is told when it is back', async () => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    await untilComment(bench, pull, 'Waiting for a decision');
    bench.github.setOutage(true);
    expect(await decide(registered, decided(registered.review, 'approved'))).toBe(202);
    await until('the App to have tried', async () => bench.service.reads(registered.secret) > 4);
    const [check] = await bench.github.checks(pull.repository, pull.headSha);
    expect(check?.status).toBe('in_progress');
    bench.github.setOutage(false);
    expect(await untilCheck(bench, pull, 'Approved')).toMatchObject({ conclusion: 'success' });
  });

  test('that comes while the service cannot be read waits for it', async () => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    await untilComment(bench, pull, 'Waiting for a decision');
    const before = bench.service.reads(registered.secret);
    bench.service.setOutage(true);
    expect(await decide(registered, decided(registered.review, 'approved'))).toBe(202);
    await until('the App to have tried', async () => bench.service.reads(registered.secret) > before);
    bench.service.setOutage(false);
    await untilCheck(bench, pull, 'Approved');
  });
});

describe('nothing passes', () => {
  const attacks: Array<{ name: string; status: number; send(registered: Registered): Promise<number> }> = [
    {
      name: 'a body signed with another secret',
      status: 401,
      send: (registered) => bench.decide(registered, decided(registered.review, 'approved'), { secret: newSecret() }),
    },
    {
      name: 'a body signed with nothing',
      status: 401,
      send: (registered) => bench.decide(registered, decided(registered.review, 'approved'), { secret: '' }),
    },
    {
      name: 'a signed body that disagrees with the service',
      status: 202,
      send: (registered) => bench.decide(registered, decided(registered.review, 'approved')),
    },
    {
      name: 'a signed body of another review than its header names',
      status: 422,
      send: (registered) =>
        bench.decide(registered, decided(registered.review, 'approved'), { bodyId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
    },
    {
      name: 'another event',
      status: 422,
      send: (registered) =>
        bench.decide(registered, decided(registered.review, 'approved'), { event: 'review.opened' }),
    },
    {
      name: 'a review that nobody registered',
      status: 404,
      send: (registered) =>
        bench.decide(registered, decided(registered.review, 'approved', { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })),
    },
  ];
  test.each(attacks)('by $name', async ({ send, status }) => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    expect(await send(registered)).toBe(status);
    expect(await settled(pull)).toMatchObject({ status: 'in_progress', conclusion: null });
  });

  test('by another review\u2019s signed approval', async () => {
    const pull = await bench.newPullRequest();
    const mine = await bench.newRegistered(pull);
    const other = await bench.newRegistered(await bench.newPullRequest(), { name: 'other' });
    const approved = decided(mine.review, 'approved');
    expect(await bench.decide(mine, approved, { secret: other.secret })).toBe(401);
    expect(await settled(pull)).toMatchObject({ status: 'in_progress' });
  });

  test('when the secret suddenly leads to another review', async () => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    const other = decided({ ...registered.review, id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 'approved');
    bench.service.put(registered.secret, other);
    await bench.decide(registered, decided(registered.review, 'approved'));
    expect(await untilCheck(bench, pull, 'The review was deleted')).toMatchObject({ conclusion: 'cancelled' });
  });

  test('when a new commit comes: its head has no check, and the old decision stays with the old commit', async () => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    await untilComment(bench, pull, 'Waiting for a decision');
    const { headSha } = await bench.github.push({ repository: pull.repository, branch: 'checkout', message: 'more' });
    const comment = await untilComment(bench, pull, 'of the older commit');
    expect(comment.body).toContain(pull.headSha.slice(0, 7));
    await decide(registered, decided(registered.review, 'approved'));
    await untilCheck(bench, pull, 'Approved');
    expect(await bench.github.checks(pull.repository, headSha)).toEqual([]);
  });
});

describe('a review that nobody decides', () => {
  const ends = [
    { status: 'expired', title: 'Nobody decided in time', conclusion: 'timed_out' },
    { status: 'failed', title: 'No picture could be made', conclusion: 'failure' },
    { status: 'cancelled', title: 'The review was withdrawn', conclusion: 'cancelled' },
    { status: 'superseded', title: 'A later pass took its place', conclusion: 'cancelled' },
  ] as const;
  test.each(ends)('and is $status ends the check as $conclusion', async ({ status, title, conclusion }) => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull, { review: { status: 'preparing' } });
    bench.service.put(registered.secret, { ...registered.review, status });
    expect(await untilCheck(bench, pull, title)).toMatchObject({ status: 'completed', conclusion });
  });
});

describe('"Re-run" on a check', () => {
  test('makes a fresh run that says what the review says', async () => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    await decide(registered, decided(registered.review, 'changes_requested'));
    const first = await untilCheck(bench, pull, 'Changes requested');
    const run = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
    await fetch(`${bench.github.apiUrl}/repos/${pull.repository}/check-runs/${first.id}/rerequest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${run.token}` },
    });
    await until('a second run', async () => {
      const checks = await bench.github.checks(pull.repository, pull.headSha);
      return checks.some((check) => check.id !== first.id && check.conclusion === 'failure');
    });
  });
});

describe('an event that says it is GitHub\u2019s', () => {
  test.each(['sha256=00', '', 'sha1=abc'])('is refused with the signature "%s"', async (signature) => {
    const response = await fetch(`${bench.url}/api/github/webhooks`, {
      method: 'POST',
      headers: { 'x-github-event': 'pull_request', 'x-github-delivery': '1', 'x-hub-signature-256': signature },
      body: '{"action":"closed"}',
    });
    expect(response.status).toBe(401);
  });
});
