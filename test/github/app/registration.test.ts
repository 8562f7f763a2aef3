import { describe, expect, test } from 'vitest';
import { asFollower, forgeries, newRegistration } from './support/forged-registrations.ts';
import { newReview } from './support/review.ts';
import { type PullRequest, requestIdToken, startBench, until, untilCheck, untilComment } from './support/start-app.ts';

const bench = await startBench();

describe('a registered review', () => {
  test('gets a waiting check and a comment with its link', async () => {
    const pull = await bench.newPullRequest();
    const { answer, review, secret } = await bench.newRegistered(pull);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      check_url: expect.stringContaining(pull.headSha),
      comment: 'app',
      sign_in_url: null,
      link: 'direct',
      settled: null,
      conclusion: null,
    });
    const [check] = await bench.github.checks(pull.repository, pull.headSha);
    expect(check).toMatchObject({
      name: 'Sightline / visual',
      status: 'in_progress',
      conclusion: null,
      title: 'Waiting for a decision',
      detailsUrl: `${bench.service.url}/r/${secret}`,
    });
    const comment = await untilComment(bench, pull, 'Waiting for a decision');
    expect(comment.body).toContain(`${bench.service.url}/r/${secret}`);
    expect(comment.body).toContain(`src="${review.screenshots[0]?.thumbnail_url}"`);
  });

  test('is queued while its screenshots are made, then waits for a person', async () => {
    const pull = await bench.newPullRequest();
    const { review, secret } = await bench.newRegistered(pull, { review: { status: 'preparing', screenshots: [] } });
    const [check] = await bench.github.checks(pull.repository, pull.headSha);
    expect(check?.status).toBe('queued');
    bench.service.put(secret, newReview({ ...review, status: 'open' }));
    expect(await untilCheck(bench, pull, 'Waiting for a decision')).toMatchObject({ status: 'in_progress' });
    expect(await bench.github.checks(pull.repository, pull.headSha)).toHaveLength(1);
  });

  test('shares one comment with other named reviews, and has a check of its own', async () => {
    const pull = await bench.newPullRequest();
    await Promise.all(['desktop', 'mobile', 'email'].map((name) => bench.newRegistered(pull, { name })));
    await until('a row for each name', async () => {
      const comments = await bench.github.comments(pull.repository, pull.number);
      const body = comments[0]?.body ?? '';
      return ['desktop', 'mobile', 'email'].every((name) => body.includes(`\`${name}\``));
    });
    expect(await bench.github.comments(pull.repository, pull.number)).toHaveLength(1);
    const names = (await bench.github.checks(pull.repository, pull.headSha)).map((check) => check.name).sort();
    expect(names).toEqual(['Sightline / desktop', 'Sightline / email', 'Sightline / mobile']);
  });

  test('shows its link nowhere when the job says so, even in a private repository', async () => {
    const pull = await bench.newPullRequest();
    const { run: _, ...registration } = await newRegistration(bench, pull);
    const { body } = await bench.register({ ...registration, link: 'sign-in' });
    expect(body).toMatchObject({ sign_in_url: null, link: 'hidden' });
    const comment = await untilComment(bench, pull, 'Waiting for a decision');
    const [check] = await bench.github.checks(pull.repository, pull.headSha);
    expect(comment.body + JSON.stringify(check)).not.toContain(registration.review_secret);
    expect(comment.body).toContain('`GITHUB_CLIENT_ID` and `GITHUB_CLIENT_SECRET`');
  });

  test('has no row in the comment when its job says so, but still a check', async () => {
    const pull = await bench.newPullRequest();
    const { run: _, ...registration } = await newRegistration(bench, pull);
    expect((await bench.register({ ...registration, comment: false })).status).toBe(200);
    expect(await untilCheck(bench, pull, 'Waiting for a decision')).toMatchObject({ status: 'in_progress' });
    await bench.newRegistered(pull, { name: 'loud' });
    const { body } = await untilComment(bench, pull, '`loud`');
    expect(body).not.toContain('`visual`');
    expect(body).not.toContain(registration.review_secret);
  });

  test('ignores another author\u2019s comment with the marker, and finds its own behind a full page', async () => {
    const pull = await bench.newPullRequest();
    const say = (body: string) => bench.ask(pull, 'POST', `/issues/${pull.number}/comments`, { body });
    await say('<!-- sightline -->\nnot the App');
    for (let count = 0; count < 105; count++) await say(`comment ${count}`);
    await bench.newRegistered(pull);
    await untilComment(bench, pull, 'Waiting for a decision');
    await bench.newRegistered(pull, { name: 'second' });
    await untilComment(bench, pull, '`second`');
    const comments = await bench.github.comments(pull.repository, pull.number);
    expect(comments.filter((comment) => comment.author === 'sightline[bot]')).toHaveLength(1);
    expect(comments[0]).toMatchObject({ author: 'octocat', body: '<!-- sightline -->\nnot the App' });
  });

  test('is commented again when somebody deletes the comment', async () => {
    const pull = await bench.newPullRequest();
    await bench.newRegistered(pull);
    const { id } = await untilComment(bench, pull, 'Waiting for a decision');
    await bench.idle(pull);
    await bench.ask(pull, 'DELETE', `/issues/comments/${id}`);
    expect(await bench.github.comments(pull.repository, pull.number)).toEqual([]);
    await bench.newRegistered(pull, { name: 'second' });
    expect((await untilComment(bench, pull, '`second`')).body).toContain('`visual`');
  });

  test('can be registered again by the same job with a new token', async () => {
    const pull = await bench.newPullRequest();
    const { review, secret } = await bench.newRegistered(pull);
    const { run: _, ...again } = await newRegistration(bench, pull, { secret, id: review.id });
    expect((await bench.register(again)).status).toBe(200);
    expect(await bench.github.checks(pull.repository, pull.headSha)).toHaveLength(1);
  });
});

describe('who pushed the commit', () => {
  const register = async (status: number) => {
    const pull = await bench.newPullRequest();
    bench.github.inject({ path: new RegExp(`^/repos/${pull.repository}/activity$`), status, message: 'No.' });
    return { pull, registered: await bench.newRegistered(pull) };
  };

  test('may stay unknown where the App may not read it', async () => {
    const { pull, registered } = await register(404);
    expect(registered.answer.status).toBe(200);
    expect(await untilCheck(bench, pull, 'Waiting for a decision')).toMatchObject({ status: 'in_progress' });
  });

  test('is read again after an outage of GitHub: until then nothing is registered', async () => {
    const { pull, registered } = await register(502);
    expect(registered.answer.status).toBe(503);
    expect(await bench.github.checks(pull.repository, pull.headSha)).toEqual([]);
  });
});

describe('a job under workflow_run', () => {
  test('registers the fork\u2019s pull request whose run triggered it', async () => {
    const pull = await bench.newPullRequest({ fork: 'mallory' });
    const given = await newRegistration(bench, pull);
    const { run: _, ...registration } = { ...given, ...(await asFollower(bench, given, pull)) };
    const answer = await bench.register(registration);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await bench.github.checks(pull.repository, pull.headSha)).toHaveLength(1);
  });
});

describe('a registration is refused', () => {
  /** Forged registrations that change no pull request share one, for which nothing is ever registered. */
  let shared: PullRequest | undefined;
  test.each(forgeries)('with $name', async ({ forge, status, alone }) => {
    if (alone === undefined) shared ??= await bench.newPullRequest();
    const pull = (alone === undefined ? shared : undefined) ?? (await bench.newPullRequest());
    const given = await newRegistration(bench, pull);
    const { run: _, ...registration } = { ...given, ...(await forge(bench, given, pull)) };
    const answer = await bench.register(registration);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    expect(JSON.stringify(answer.body)).not.toContain(given.review_secret);
    if (status === 404) expect(answer.body.message).toMatch(/is not installed on mallory\/own\. Install it there, or/);
    expect(await bench.github.checks(pull.repository, pull.headSha)).toEqual([]);
    expect(await bench.github.comments(pull.repository, pull.number)).toEqual([]);
  });

  test('when the review already has another name', async () => {
    const pull = await bench.newPullRequest();
    const { review, secret } = await bench.newRegistered(pull);
    const { run: _, ...again } = await newRegistration(bench, pull, { secret, id: review.id });
    expect((await bench.register({ ...again, name: 'another' })).status).toBe(409);
    expect(await bench.github.checks(pull.repository, pull.headSha)).toHaveLength(1);
  });

  test('while the service is unavailable, and accepted afterwards', async () => {
    const pull = await bench.newPullRequest();
    const given = await newRegistration(bench, pull);
    bench.service.setOutage(true);
    const { run, ...registration } = given;
    expect((await bench.register(registration)).status).toBe(503);
    bench.service.setOutage(false);
    const retried = { ...registration, id_token: await requestIdToken(run, bench.url) };
    expect((await bench.register(retried)).status).toBe(200);
  });
});
