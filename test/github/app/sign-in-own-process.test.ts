import { afterAll, beforeAll, expect, test } from 'vitest';
import { base64, review, reviewerOf } from '../../support/factories.ts';
import { gitHubEnvironment } from '../../support/local-github/environment.ts';
import { type LocalGitHub, startLocalGitHub } from '../../support/local-github/index.ts';
import { type People, startPeople } from '../../support/local-github/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { requestIdToken } from './support/start-app.ts';

let github: LocalGitHub;
let people: People;
let service: TestService;
beforeAll(async () => {
  [github, people] = await Promise.all([startLocalGitHub(), startPeople()]);
  people.forwardTo(github.apiUrl);
  service = await startService(gitHubEnvironment(github, people));
});
afterAll(async () => {
  await service.close();
  await Promise.all([github.close(), people.close()]);
});

test('the App in the service’s own process signs a person in, and the decision says who it was', async () => {
  const { id, fullName } = await github.createRepository({
    ...{ owner: 'acme', name: 'own', private: true },
    files: { '.github/sightline.yml': 'link: sign-in\n' },
  });
  await github.installApp(fullName, `${service.url}/api/github/webhooks`);
  const pull = await github.openPullRequest({ repository: fullName, branch: 'b', title: 'A change' });
  const made = await review(await service.newClient(), {
    images: [{ image: await base64(), label: 'Home' }],
    revision: pull.headSha,
  });
  const run = await github.startRun({ repository: fullName, pullRequest: pull.number });
  const registered = await fetch(`${service.url}/registrations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id_token: await requestIdToken(run, service.url),
      review_id: made.id,
      review_secret: made.review_url.split('/r/')[1],
      name: 'visual',
      pull_request: pull.number,
      head_sha: pull.headSha,
    }),
  });
  expect(registered.status).toBe(200);

  people.addPerson('ada');
  people.allow('ada', { fullName, id, private: true }, 'read');
  const begun = await fetch(`${service.url}/review/${id}-${made.id}`, { redirect: 'manual' });
  expect(begun.status).toBe(303);
  expect(begun.headers.get('content-security-policy')).toContain("default-src 'none'");
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const back = await people.authorize('ada', begun.headers.get('location') ?? '');
  const arrived = await fetch(back, { redirect: 'manual', headers: { cookie } });
  const [link, assertion = ''] = (arrived.headers.get('location') ?? '').split('#vouch=');
  expect(link).toBe(made.review_url);

  const { identity, login } = await reviewerOf(made).call('identify', { assertion });
  expect(login).toBe('ada');
  const { review: decided } = await reviewerOf(made).call('decide', {
    outcome: 'approved',
    after_decision: 0,
    identity,
  });
  expect(decided.decision?.verified_login).toBe('ada');
  for (const secret of [assertion, identity, ...people.tokens(), people.clientSecret, cookie.split('=')[1] ?? '']) {
    expect(service.logged()).not.toContain(secret);
  }
});
