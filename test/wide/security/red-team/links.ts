import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ServiceError } from '../../../../server/contract/client.ts';
import { connectScreenOf, question, rowCounts } from '../../../api/oauth/support/connect-screen.ts';
import { refusal } from '../../../api/support/rest-and-mcp.ts';
import { bots } from '../../../api/webhooks/support/bots.ts';
import { base64, decide, mark, reviewerOf } from '../../../support/factories.ts';
import { secretOf } from '../../../support/guest.ts';
import { headersOfPage } from '../../../support/on-page.ts';
import { type Pass, type Stack, waiting } from './support/stack.ts';
import { tally } from './support/table.ts';

/** What other people’s links, tokens and browsers can do to a review. */
export function links(stack: () => Stack): void {
  const post = async (url: string, body: unknown, headers: Record<string, string> = {}): Promise<number> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    return (await fetch(url, { ...init, body: typeof body === 'string' ? body : JSON.stringify(body) })).status;
  };
  const approval = { outcome: 'approved', after_decision: 0 };

  async function unchanged(pass: Pass): Promise<string> {
    await stack().idle();
    expect(await stack().stateOf(pass)).toBe(waiting);
    const { review } = await reviewerOf(pass.review).call('read_review', {});
    expect([review.marks.length, review.decision, review.screenshots.length]).toEqual([0, null, 1]);
    return waiting;
  }

  test('a guest’s link', async () => {
    const { table, service, open, newPass } = stack();
    const pass = await newPass(await open());
    const guest = secretOf(pass.review.guest_share_url);
    const assertion = 'x.y.z';
    const paths: [string, unknown][] = [
      [`/g/${guest}/decision`, approval],
      [`/r/${guest}/decision`, approval],
      [`/r/${guest}/marks`, mark()],
      [`/r/${guest}/withdraw`, {}],
      [`/r/${guest}/identity`, { assertion }],
      [`/g/${guest}/identity`, { assertion }],
      [`/g/${guest}/suggestions/1/accept`, {}],
      [`/r/${guest}/suggestions/1/accept`, {}],
      [`/r/${guest.slice(0, -1)}/decision`, approval],
      [`/r/${pass.review.id}/decision`, approval],
      [`/r/${createHash('sha256').update(pass.secret).digest('hex')}/decision`, approval],
      [`/api/reviews/${pass.review.id}/decision`, approval],
    ];
    const answers: number[] = [];
    for (const [path, body] of paths) answers.push(await post(service.url + path, body));
    expect(answers.filter((status) => status !== 404 && status !== 401)).toEqual([]);
    table.add({
      attack: 'a guest’s link used to decide',
      tried: 'in every place of the reviewer’s, and secrets that are almost one',
      variants: paths.length,
      happened: tally(answers),
      after: await unchanged(pass),
    });
  });

  test('previews and scanners', async () => {
    const { table, service, open, newPass } = stack();
    const pass = await newPass(await open());
    const own = `/r/${pass.secret}`;
    const paths = [
      own,
      `${own}/decision`,
      `${own}/decision?outcome=approved&after_decision=0`,
      `${own}/withdraw`,
      `/g/${secretOf(pass.review.guest_share_url)}`,
      `/review/${pass.target.repositoryId}-${pass.review.id}`,
      '/sign-in/callback?code=x&state=x',
    ];
    const answers: number[] = [];
    for (const { headers } of bots) {
      const opened = paths.flatMap((path) =>
        ['GET', 'HEAD'].map(async (method) => {
          // A request that is never answered holds a connection for ever.
          const signal = AbortSignal.timeout(240_000);
          const response = await fetch(service.url + path, { method, headers, redirect: 'manual', signal });
          await response.arrayBuffer();
          return response.status;
        }),
      );
      answers.push(...(await Promise.all(opened)));
    }
    expect(answers.filter((status) => status >= 500)).toEqual([]);
    table.add({
      attack: 'approval by a preview bot',
      tried: `${bots.length} bots × ${paths.length} addresses × GET and HEAD`,
      variants: answers.length,
      happened: tally(answers),
      after: await unchanged(pass),
    });
  });

  test('decisions with the link but without its page', async () => {
    const { table, service, open, newPass } = stack();
    const pass = await newPass(await open());
    const own = `${service.url}/r/${pass.secret}`;
    const page = await headersOfPage((await newPass(await open())).review.review_url);
    const tries = [
      {},
      { origin: service.url },
      { 'x-page-key': 'x' },
      { origin: service.url, 'x-page-key': pass.secret },
    ];
    const answers: number[] = [];
    for (const headers of [...tries, page]) answers.push(await post(`${own}/decision`, approval, headers));
    expect(answers.filter((status) => status !== 403)).toEqual([]);
    table.add({
      attack: 'an agent decides with the link it was given',
      tried: 'by a request of its own, with a key made up, and with another review’s',
      variants: answers.length,
      happened: tally(answers),
      after: await unchanged(pass),
    });
  });

  test('a page of another origin', async () => {
    const { table, service, open, newPass } = stack();
    const pass = await newPass(await open());
    const url = `${service.url}/r/${pass.secret}/decision`;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const origins = [
      'https://evil.example',
      'null',
      `${service.url}.evil.example`,
      service.url.replace('http', 'https'),
    ];
    const answers: number[] = [];
    for (const origin of origins) {
      answers.push(await post(url, approval, { origin }));
      answers.push(await post(url, JSON.stringify(approval), { origin, 'content-type': 'text/plain' }));
      answers.push(await post(url, 'outcome=approved&after_decision=0', { origin, ...form }));
    }
    // A form post without an origin sends no JSON.
    answers.push(await post(url, 'outcome=approved&after_decision=0', form));
    answers.push(await post(url, JSON.stringify(approval), { 'content-type': 'text/plain' }));
    expect(answers.filter((status) => status < 400 || status >= 500)).toEqual([]);
    table.add({
      attack: 'CSRF: a page of another origin decides',
      tried: 'JSON, text and form from four origins; forms without one',
      variants: answers.length,
      happened: tally(answers),
      after: await unchanged(pass),
    });
  });

  test('a page of another origin presses the connect screen', async () => {
    const { table, service } = stack();
    const screen = connectScreenOf(service.url, {});
    const clientId = await screen.register(['http://127.0.0.1:9/callback'], 'Evil');
    const consent = await screen.consent(question(clientId, 'http://127.0.0.1:9/callback'));
    const before = await rowCounts(service);
    const attempts: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ];
    const answers: number[] = [];
    for (const headers of attempts) {
      const seen = await screen.send({ consent, choice: 'new' }, headers);
      expect(seen.location, JSON.stringify(headers)).toBeNull();
      answers.push(seen.status);
    }
    expect(await rowCounts(service)).toEqual(before);
    table.add({
      attack: 'CSRF: a page of another origin connects a client',
      tried: 'the form with a true consent state, from another site, origin or none',
      variants: attempts.length,
      happened: `${tally(answers)}, no code`,
      after: 'no workspace, no token: no table has a row more',
    });
  });

  test('another workspace’s token', async () => {
    const { table, open, newPass, mallory } = stack();
    const pass = await newPass(await open());
    const { id } = pass.review;
    const image = await base64();
    const attempts = [
      () => mallory.call('get_review', { id }),
      () => mallory.call('cancel_review', { id }),
      () => mallory.call('delete_review', { id }),
      () => mallory.call('add_screenshot', { id, image }),
      () => mallory.call('resolve_marks', { id, marks: [{ id: 1, status: 'resolved' }] }),
      () => mallory.call('add_findings', { id, findings: [{ body: 'Approve me' }] }),
      () => mallory.call('second_opinion', { id }),
      () => mallory.call('list_deliveries', { id }),
      () => mallory.call('resume_webhook', { id }),
      () => mallory.call('redeliver', { id }),
      () => mallory.call('create_review', { title: 'Next', images: [image], parent_id: id }),
    ];
    const answers: number[] = [];
    for (const attempt of attempts) answers.push((await refusal(attempt())).status);
    expect(answers.filter((status) => status !== 404 && status !== 422)).toEqual([]);
    expect((await mallory.call('list_reviews', { reference: pass.review.reference ?? '' })).reviews).toEqual([]);
    table.add({
      attack: 'another workspace’s token',
      tried: 'every operation on somebody else’s review, the next pass, the list by its reference',
      variants: attempts.length + 1,
      happened: `${tally(answers)}; the list is empty`,
      after: await unchanged(pass),
    });
  });

  test('an expired or withdrawn review', async () => {
    const { table, open, newPass, owner, setAhead, idle, stateOf } = stack();
    const [expired, withdrawn] = [await newPass(await open()), await newPass(await open())];
    // Waits until nothing is about to read the review that expires.
    await idle();
    await owner.call('cancel_review', { id: withdrawn.review.id });
    const statusOf = (error: unknown) => (error instanceof ServiceError ? error.status : 0);
    const answers: number[] = [];
    for (const [pass, ahead] of [
      [withdrawn, 0],
      [expired, 31 * 86_400_000],
    ] as const) {
      setAhead(ahead);
      for (const outcome of ['approved', 'changes_requested'] as const) {
        answers.push(await decide(pass.review, outcome).then(() => 200, statusOf));
      }
      answers.push(
        await reviewerOf(pass.review)
          .call('place_mark', mark())
          .then(() => 200, statusOf),
      );
    }
    setAhead(0);
    expect(answers.filter((status) => status < 400 || status >= 500)).toEqual([]);
    await stack().tellDecision(withdrawn);
    await idle();
    const after = await stateOf(withdrawn);
    expect(after).toBe('check cancelled “The review was withdrawn”, review cancelled');
    expect((await stack().check(expired))?.conclusion).toBeNull();
    table.add({
      attack: 'an expired or withdrawn review is decided',
      tried: 'both outcomes and a mark, after its end and after it was withdrawn; the webhook of it by hand',
      variants: answers.length + 1,
      happened: tally(answers),
      after,
    });
  });
}
