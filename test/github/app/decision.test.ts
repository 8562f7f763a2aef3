import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { decided, newPin, newSecret } from './support/review.ts';
import { type Forgery, type PullRequest, startBench, untilCheck, untilComment } from './support/start-app.ts';

const bench = await startBench();

async function registered() {
  const pull = await bench.newPullRequest();
  return { pull, registered: await bench.newRegistered(pull) };
}

const checksOf = (pull: PullRequest) => bench.github.checks(pull.repository, pull.headSha);

describe('a decision', () => {
  test('that approves passes the check and says what the link proves; repeats change nothing', async () => {
    const { pull, registered: given } = await registered();
    const review = decided(given.review, 'approved');
    bench.service.put(given.secret, review);
    const answers = await Promise.all(Array.from({ length: 10 }, () => bench.decide(given, review)));
    expect(new Set(answers)).toEqual(new Set([202]));
    const check = await untilCheck(bench, pull, 'Approved');
    expect(check).toMatchObject({ status: 'completed', conclusion: 'success' });
    expect(check.summary).toContain('someone with the link on the review page who gave the name `Ada`');
    expect((await untilComment(bench, pull, 'Approved')).body).toContain('No review waits for a decision');
    await bench.idle(pull);
    expect(await checksOf(pull)).toHaveLength(1);
    expect(await bench.github.comments(pull.repository, pull.number)).toHaveLength(1);
  });

  test('that requests changes fails the check and shows the marks; a new decision updates that check', async () => {
    const { pull, registered: given } = await registered();
    const pins = [newPin({ body: 'Hello @octocat <img src=x>' }), newPin({ mark_id: 2, must_fix: false })];
    const rejected = await bench.settle(given, 'changes_requested', {
      outstanding_marks: 2,
      work_packets: { pins, must_fix: [{ mark_id: 1, summary: 'x' }] },
    });
    const check = await untilCheck(bench, pull, 'Changes requested: 2 marks');
    expect(check).toMatchObject({ status: 'completed', conclusion: 'failure' });
    expect(check.text).toContain('Mark 1 \u00b7 must fix');
    expect(check.text).toContain('```text\nHello @octocat <img src=x>\n```');
    expect(check.text).toContain('src="https://reviews.example.com/crops/abc.png"');
    await untilComment(bench, pull, '2 open marks');
    await bench.settle(rejected, 'approved', { outstanding_marks: 0 });
    expect(await untilCheck(bench, pull, 'Approved')).toMatchObject({ id: check.id, conclusion: 'success' });
  });

  test('that arrives while the service is unavailable waits for it', async () => {
    const { pull, registered: given } = await registered();
    await untilComment(bench, pull, 'Waiting for a decision');
    await bench.idle(pull);
    const before = bench.service.reads(given.secret);
    bench.service.setOutage(true);
    await bench.settle(given, 'approved');
    await expect.poll(() => bench.service.reads(given.secret)).toBeGreaterThan(before);
    bench.service.setOutage(false);
    await bench.idle(pull);
    await untilCheck(bench, pull, 'Approved');
  });

  test('for an older commit stays with that commit: the new head has no check', async () => {
    const { pull, registered: given } = await registered();
    await untilComment(bench, pull, 'Waiting for a decision');
    const { headSha } = await bench.push(pull);
    const comment = await untilComment(bench, pull, 'of the older commit');
    expect(comment.body).toContain(pull.headSha.slice(0, 7));
    await bench.settle(given, 'approved');
    await untilCheck(bench, pull, 'Approved');
    await bench.idle(pull);
    expect(await bench.github.checks(pull.repository, headSha)).toEqual([]);
  });
});

test('a forged or foreign decision passes no check: wrong signature, review, event or secret', async () => {
  const { pull, registered: given } = await registered();
  const other = await bench.newRegistered(await bench.newPullRequest(), { name: 'other' });
  const nobodys = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const approved = decided(given.review, 'approved');
  const attacks: Array<[string, number, Forgery, typeof approved?]> = [
    ['signed with another secret', 401, { secret: newSecret() }],
    ['signed with nothing', 401, { secret: '' }],
    ['signed with the secret of another review', 401, { secret: other.secret }],
    ['signed, and not what the service says', 202, {}],
    ['signed, of another review than its header names', 422, { bodyId: nobodys }],
    ['another event', 422, { event: 'review.opened' }],
    ['a review that nobody registered', 404, {}, decided(given.review, 'approved', { id: nobodys })],
  ];
  for (const [attack, status, forge, review = approved] of attacks) {
    expect(await bench.decide(given, review, forge), attack).toBe(status);
  }
  await bench.idle(pull);
  expect(await checksOf(pull)).toMatchObject([{ status: 'in_progress', conclusion: null }]);
});

test('a secret that suddenly leads to another review ends the check as for a deleted review', async () => {
  const { pull, registered: given } = await registered();
  bench.service.put(given.secret, decided({ ...given.review, id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 'approved'));
  await bench.decide(given, decided(given.review, 'approved'));
  expect(await untilCheck(bench, pull, 'The review was deleted')).toMatchObject({ conclusion: 'cancelled' });
});

describe('a request that cannot be correctly signed', () => {
  /** Sends the headers of a request of 10 MB and only the start of its body. Resolves to the status. */
  const begin = (path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const length = { 'content-length': '10000000' };
      const request = httpRequest(bench.url + path, {
        method: 'POST',
        agent: false,
        headers: { ...length, ...headers },
      });
      request.on('response', (answer) => {
        resolve(answer.statusCode ?? 0);
        request.destroy();
      });
      request.on('error', reject);
      request.write('{');
    });
  const names = { 'x-service-event': 'review.decided', 'x-service-review': '01ARZ3NDEKTSV4RRFFQ69G5FAV' };
  const signature = `sha256=${'0'.repeat(64)}`;

  test.each([
    ['/api/github/webhooks', {}, 401],
    ['/api/github/webhooks', { 'x-hub-signature-256': 'sha256=1' }, 401],
    ['/registrations', {}, 413],
    ['/decisions', {}, 422],
    ['/decisions', names, 401],
    ['/decisions', { ...names, 'x-service-review': 'x', 'x-service-signature': signature }, 404],
  ])('to %s with %j is answered before its body arrives', async (path, headers, status) => {
    expect(await begin(path, headers)).toBe(status);
  });

  test('is not parsed when nobody registered its review', async () => {
    const headers = { ...names, 'x-service-signature': signature };
    const answer = await fetch(`${bench.url}/decisions`, { method: 'POST', headers, body: 'no JSON' });
    expect(answer.status).toBe(404);
  });
});
