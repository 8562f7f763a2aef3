import { expect, test } from 'vitest';
import { connectScreenOf, question, rowCounts } from '../api/oauth/support/connect-screen.ts';
import { refusal } from '../api/support/rest-and-mcp.ts';
import { decide, mark, reviewerOf } from '../support/factories.ts';
import { secretOf } from '../support/guest.ts';
import { allowWrite, assertionFor, visit } from '../wide/security/red-team/support/sign-in.ts';
import {
  type Pass,
  registrationOf,
  signatureOf,
  startStack,
  waiting,
} from '../wide/security/red-team/support/stack.ts';

/**
 * One attack of each kind on the whole system: service, App, GitHub and built Action. The red team runs every variant.
 */
const stack = await startStack();

const approvalDoesNotCount = 'check failure “Approved, but the approval does not count”, review approved';

async function expectWaiting(...passes: Pass[]): Promise<void> {
  await stack.idle();
  for (const pass of passes) expect(await stack.stateOf(pass)).toBe(waiting);
}

test('an approval with a leaked link passes no check that requires an identity, whatever name it gives', async () => {
  const pass = await stack.newPass(
    await stack.open({ private: false, settings: 'link: direct\napprovers: write\nnot-author: true\n' }),
  );
  await decide(pass.review, 'approved', { name: 'Octocat (maintainer)' });
  await stack.idle();
  expect(await stack.stateOf(pass)).toBe(approvalDoesNotCount);
  expect((await stack.check(pass))?.summary).toContain('who gave the name `Octocat (maintainer)`');
});

test('a sign-in is valid only for its person, review and hours; a stranger gets no link', async () => {
  const settings = 'link: sign-in\napprovers: write\n';
  const pass = await stack.newPass(await stack.open({ settings }));
  const other = await stack.newPass(await stack.open({ settings }));
  for (const each of [pass, other]) allowWrite(stack, each, 'ada', 4711);
  const used = await assertionFor(stack, pass, 'ada');
  const { identity } = await reviewerOf(pass.review).call('identify', { assertion: used });
  const [head = '', , tail = ''] = used.split('.');
  const forged = Buffer.from(JSON.stringify({ login: 'octocat', review_id: other.review.id })).toString('base64url');
  const assertions: [string, Pass][] = [
    [used, pass],
    [await assertionFor(stack, pass, 'ada'), other],
    [`${head}.${forged}.${tail}`, other],
  ];
  for (const [assertion, at] of assertions) {
    expect((await refusal(reviewerOf(at.review).call('identify', { assertion }))).status).toBe(403);
  }
  expect((await refusal(decide(other.review, 'approved', { identity }))).status).toBe(403);
  stack.setAhead(9 * 3_600_000);
  expect((await refusal(decide(pass.review, 'approved', { identity }))).status).toBe(403);
  stack.setAhead(0);
  stack.people.addPerson('eve');
  expect(await visit(stack, pass, 'eve')).toEqual({ status: 403, location: '' });
  await expectWaiting(pass, other);
});

test('a forged decision is refused, and one signed with a leaked link is checked at the service', async () => {
  const pass = await stack.newPass(await stack.open());
  const other = await stack.newPass(await stack.open());
  const answers = [
    await stack.tellDecision(pass, { signature: '' }),
    await stack.tellDecision(pass, { key: other.secret }),
    await stack.tellDecision(pass, { alter: (body) => body.replace('"Ada"', '"Eve"') }),
    await stack.tellDecision(pass, { key: other.secret, headerId: other.review.id }),
    await stack.tellDecision(pass, { headerId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
    await stack.tellDecision(pass),
  ];
  expect(answers).toEqual([401, 401, 401, 422, 404, 202]);

  const body = JSON.stringify({
    action: 'closed',
    number: pass.target.number,
    installation: { id: 58_000_000 },
    repository: { id: pass.target.repositoryId, full_name: pass.target.repository },
  });
  for (const signature of [
    '',
    signatureOf(body, pass.secret),
    signatureOf(`${body} `, stack.github.app.webhookSecret),
  ]) {
    const { status } = await fetch(`${stack.service.url}/api/github/webhooks`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'pull_request',
        'x-github-delivery': '1',
        'x-hub-signature-256': signature,
      },
      body,
    });
    expect([signature, status]).toEqual([signature, 401]);
  }
  await expectWaiting(pass, other);
});

test('a registration needs its own job’s id-token, once, for what that job ran for', async () => {
  const target = await stack.open();
  const run = await stack.github.startRun({ repository: target.repository, pullRequest: target.number });
  const review = await stack.newReview(target);
  const registration = registrationOf({ target, name: 'visual', review, secret: secretOf(review.review_url) });
  const used = await stack.idToken(run);
  const [head = '', body = ''] = used.split('.');
  const elsewhere = await stack.open();
  const foreign = await stack.github.startRun({ repository: elsewhere.repository, pullRequest: elsewhere.number });
  const forged: [object, number][] = [
    [{ id_token: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.` }, 401],
    [{ id_token: `${head}.${body}.${'A'.repeat(342)}` }, 401],
    [{ id_token: await stack.idToken(run, 'https://evil.example') }, 401],
    [{ id_token: await stack.idToken(foreign) }, 422],
    [{ id_token: await stack.idToken(run), review_secret: 'x'.repeat(43) }, 422],
  ];
  for (const [more, status] of forged) {
    expect((await stack.register({ ...registration, ...more })).status, JSON.stringify(more)).toBe(status);
  }
  await stack.idle();
  expect(await stack.github.checks(target.repository, target.headSha)).toEqual([]);
  expect((await stack.register({ ...registration, id_token: used })).status).toBe(200);
  expect((await stack.register({ ...registration, id_token: used })).status).toBe(401);
});

test('no guest link, link without its page, or page of another site can decide or connect', async () => {
  const pass = await stack.newPass(await stack.open());
  const { url } = stack.service;
  const guest = secretOf(pass.review.guest_share_url);
  const approval = { outcome: 'approved', after_decision: 0 };
  const post = async (path: string, sent: unknown, headers: Record<string, string> = {}) =>
    (
      await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(sent),
      })
    ).status;
  const asGuest = [await post(`/g/${guest}/decision`, approval), await post(`/r/${guest}/decision`, approval)];
  expect([...asGuest, await post(`/r/${guest}/marks`, mark())]).toEqual([404, 404, 404]);
  const path = `/r/${pass.secret}/decision`;
  const forged: Record<string, string>[] = [{}, { origin: url, 'x-page-key': 'x' }, { origin: 'https://evil.example' }];
  const noise = { screenshot_index: 0, base_id: pass.review.id, reason: 'A clock.', days: 90 };
  for (const headers of forged) {
    expect(await post(path, approval, headers)).toBe(403);
    expect(await post(`/r/${pass.secret}/noise`, noise, headers)).toBe(403);
  }

  const screen = connectScreenOf(url, {});
  const clientId = await screen.register(['http://127.0.0.1:9/callback'], 'Evil');
  const consent = await screen.consent(question(clientId, 'http://127.0.0.1:9/callback'));
  const before = await rowCounts(stack.service);
  const pressed = await screen.send({ consent, choice: 'new' }, { 'sec-fetch-site': 'cross-site' });
  expect([pressed.status, pressed.location]).toEqual([403, null]);
  expect(await rowCounts(stack.service)).toEqual(before);
  await expectWaiting(pass);
});

test('a debugged job on a public repository publishes no link and no secret', async () => {
  const pull = await stack.openForAction({ private: false });
  await pull.draw('shots/a.png', 'red');
  const env = { RUNNER_DEBUG: '1', ACTIONS_STEP_DEBUG: 'true' };
  const run = await pull.act({ inputs: { images: 'shots/*.png' }, env });
  expect(run.exitCode, run.log).toBe(0);
  await stack.idle();
  const made = await pull.review(run);
  const comments = (await pull.comments()).map(({ body }) => {
    const rows = /sightline-rows:([\w+/=]*)/.exec(body)?.[1] ?? '';
    return body + Buffer.from(rows, 'base64').toString();
  });
  const checks = await stack.github.checks(pull.repository, pull.headSha);
  const left = [run.rawLog, JSON.stringify(run.outputs), run.summary, ...comments, JSON.stringify(checks)].join('\n');
  expect(left).toContain(`/review/${pull.repositoryId}-${made.id}`);
  const own = [
    stack.github.app.webhookSecret,
    stack.github.app.privateKey.split('\n')[1] ?? '',
    'a key for tests only',
  ];
  const links = [made.review_url, made.guest_share_url].map(secretOf);
  const hidden = [pull.client.token, ...Object.values(run.given), ...run.secrets, ...links, ...own];
  const secrets = [...new Set(hidden)].filter((secret) => secret.length > 5);
  expect(secrets.length).toBeGreaterThan(6);
  expect(secrets.filter((secret) => left.includes(secret))).toEqual([]);
  expect(secrets.filter((secret) => stack.service.logged().includes(secret))).toEqual([]);
  expect(stack.service.logged()).not.toMatch(/\/[rg]\/[0-9A-Za-z]{40}|eyJ[\w-]{20}|ghs_|sl[tar]_[0-9A-Za-z]{40}/);
});
