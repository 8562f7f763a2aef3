import { generateKeyPair, SignJWT } from 'jose';
import { newReview, newSecret } from './review.ts';
import { type Bench, type PullRequest, requestIdToken } from './start-app.ts';

/** Returns what a job of the pull request registers, for a review that the service knows. */
export async function newRegistration(bench: Bench, pull: PullRequest, known?: { secret: string; id: string }) {
  const secret = known?.secret ?? newSecret();
  const review = newReview({ revision: pull.headSha, ...(known === undefined ? {} : { id: known.id }) });
  bench.service.put(secret, review);
  const run = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
  return {
    run,
    id_token: await requestIdToken(run, bench.url),
    review_id: review.id,
    review_secret: secret,
    name: 'visual',
    pull_request: pull.number,
    head_sha: pull.headSha,
  };
}

type Given = Awaited<ReturnType<typeof newRegistration>>;
interface Forgery {
  name: string;
  status: number;
  /** Set when it changes the pull request, which is then not shared with other tests. */
  alone?: true;
  forge(bench: Bench, given: Given, pull: PullRequest): Promise<object> | object;
}

/** Registrations that a job could send and that must be refused. */
export const forgeries: Forgery[] = [
  {
    name: 'a token signed by somebody else',
    status: 401,
    async forge(_bench, given) {
      const { privateKey } = await generateKeyPair('RS256');
      const [header = '', payload = ''] = given.id_token.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
      return { id_token: await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey) };
    },
  },
  {
    name: 'a token without a signature',
    status: 401,
    forge: (_, { id_token }) => {
      const header = Buffer.from('{"alg":"none"}').toString('base64url');
      return { id_token: `${header}.${id_token.split('.')[1]}.` };
    },
  },
  {
    name: 'a token signed by the public key as a shared secret',
    status: 401,
    async forge(bench, { id_token }) {
      const jwks = await (await fetch(`${bench.github.oidcIssuer}/.well-known/jwks`)).text();
      const claims = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString());
      const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' });
      return { id_token: await token.sign(new TextEncoder().encode(jwks)) };
    },
  },
  {
    name: 'a token for another audience',
    status: 401,
    forge: async (_bench, { run }) => ({ id_token: await requestIdToken(run, 'https://reviews.example.com') }),
  },
  {
    name: 'a token for our audience and another',
    status: 401,
    forge: async (bench, { run }) => ({
      id_token: await bench.github.signIdToken(run, bench.url, { aud: [bench.url, 'https://elsewhere.example'] }),
    }),
  },
  {
    name: 'a token of another issuer',
    status: 401,
    forge: async (bench, { run }) => ({
      id_token: await bench.github.signIdToken(run, bench.url, { iss: 'https://x.example' }),
    }),
  },
  {
    name: 'a token that has expired',
    status: 401,
    forge: async (bench, { run }) => ({
      id_token: await bench.github.signIdToken(run, bench.url, { exp: 1_700_000_000 }),
    }),
  },
  {
    name: 'a token without an id of its own',
    status: 401,
    forge: async (bench, { run }) => ({ id_token: await bench.github.signIdToken(run, bench.url, { jti: undefined }) }),
  },
  {
    name: 'the job of another pull request with the same head',
    status: 422,
    async forge(bench, _, pull) {
      const beside = { pull, branch: 'checkout', at: pull.headSha, base: 'next' };
      const other = await bench.newPullRequest({ beside });
      const run = await bench.github.startRun({ repository: pull.repository, pullRequest: other.number });
      return { id_token: await requestIdToken(run, bench.url) };
    },
  },
  {
    name: 'a run that GitHub counts to other pull requests with the same head',
    status: 422,
    async forge(bench, _, pull) {
      const other = await bench.newPullRequest({ beside: { pull, branch: 'same', at: pull.headSha } });
      const of = { repository: pull.repository, pullRequest: other.number };
      const run = await bench.github.startRun({ ...of, event: 'workflow_dispatch' });
      return { id_token: await requestIdToken(run, bench.url) };
    },
  },
  {
    name: 'a job under pull_request_target, whose run is of the base branch',
    status: 422,
    async forge(bench, _, pull) {
      const of = { repository: pull.repository, pullRequest: pull.number };
      const run = await bench.github.startRun({ ...of, event: 'pull_request_target' });
      return { id_token: await requestIdToken(run, bench.url) };
    },
  },
  { name: 'a name that looks like another', status: 422, forge: async () => ({ name: 'visu\u200bal' }) },
  {
    name: 'a token that was used before',
    status: 401,
    alone: true,
    async forge(bench, given) {
      await bench.register({ ...given, review_secret: newSecret() });
      return {};
    },
  },
  {
    name: 'a job of a repository without the App',
    status: 404,
    async forge(bench) {
      const { fullName } = await bench.github.createRepository({ owner: 'mallory', name: 'own' });
      const other = await bench.github.openPullRequest({ repository: fullName, branch: 'x', title: 'x' });
      const run = await bench.github.startRun({ repository: fullName, pullRequest: other.number });
      return { id_token: await requestIdToken(run, bench.url) };
    },
  },
  {
    name: 'a job of another repository with the App',
    status: 422,
    async forge(bench) {
      const other = await bench.newPullRequest();
      const run = await bench.github.startRun({ repository: other.repository, pullRequest: other.number });
      return { id_token: await requestIdToken(run, bench.url) };
    },
  },
  {
    name: 'a token whose repository id is not the repository\u2019s',
    status: 422,
    forge: async (bench, { run }) => ({
      id_token: await bench.github.signIdToken(run, bench.url, { repository_id: '1' }),
    }),
  },
  {
    name: 'a run that GitHub does not know',
    status: 422,
    forge: async (bench, { run }) => ({ id_token: await bench.github.signIdToken(run, bench.url, { run_id: '99' }) }),
  },
  {
    name: 'a head that has moved since the run began',
    status: 422,
    alone: true,
    async forge(bench, _, pull) {
      await bench.push(pull);
      return {};
    },
  },
  {
    name: 'an old run that claims the new head',
    status: 422,
    alone: true,
    async forge(bench, given, pull) {
      const push = await bench.push(pull);
      bench.service.put(given.review_secret, newReview({ id: given.review_id, revision: push.headSha }));
      return { head_sha: push.headSha };
    },
  },
  {
    name: 'a run of another pull request',
    status: 422,
    async forge(bench, _, pull) {
      const other = await bench.github.openPullRequest({
        repository: pull.repository,
        branch: 'other',
        title: 'Other',
      });
      const run = await bench.github.startRun({ repository: pull.repository, pullRequest: other.number });
      return { id_token: await requestIdToken(run, bench.url) };
    },
  },
  {
    name: 'a pull request that is closed',
    status: 422,
    alone: true,
    async forge(bench, _, pull) {
      await bench.setState(pull, 'closed');
      return {};
    },
  },
  { name: 'a secret that leads nowhere', status: 422, forge: () => ({ review_secret: newSecret() }) },
  {
    name: 'the secret of another review',
    status: 422,
    forge(bench, _, pull) {
      const secret = newSecret();
      bench.service.put(secret, newReview({ revision: pull.headSha }));
      return { review_secret: secret };
    },
  },
  {
    name: 'a review of another commit',
    status: 422,
    forge(bench, given) {
      bench.service.put(given.review_secret, newReview({ id: given.review_id, revision: 'f'.repeat(40) }));
      return {};
    },
  },
  {
    name: 'a review whose reference is of another pull request',
    status: 422,
    forge(bench, given, pull) {
      const reference = `github:${pull.repositoryId}:999:visual`;
      bench.service.put(given.review_secret, newReview({ id: given.review_id, revision: pull.headSha, reference }));
      return {};
    },
  },
  { name: 'a registration without a name', status: 422, forge: () => ({ name: '' }) },
];

/** Returns the fields of a `workflow_run` job: the token of its own run, and the run that triggered it. */
export const asFollower = async (bench: Bench, { run }: Given, pull: PullRequest, named = run.runId) => {
  const follower = await bench.github.startRun({
    repository: pull.repository,
    pullRequest: pull.number,
    event: 'workflow_run',
    triggeredBy: named,
  });
  return { id_token: await requestIdToken(follower, bench.url), workflow_run_id: named };
};

/** The same for a job under `workflow_run`, whose own run proves it and which names the run that triggered it. */
export const followerForgeries: Forgery[] = [
  {
    name: 'no word of the run that triggered it',
    status: 422,
    async forge(bench, given, pull) {
      return { ...(await asFollower(bench, given, pull)), workflow_run_id: undefined };
    },
  },
  {
    name: 'a run that was made up',
    status: 422,
    forge: (bench, given, pull) => asFollower(bench, given, pull, 987_654_321),
  },
  {
    name: 'the run of another repository with the App',
    status: 422,
    async forge(bench, given, pull) {
      const other = await bench.newPullRequest();
      const run = await bench.github.startRun({ repository: other.repository, pullRequest: other.number });
      return asFollower(bench, given, pull, run.runId);
    },
  },
  {
    name: 'the run of another head of the same repository',
    status: 422,
    async forge(bench, given, pull) {
      const other = await bench.newPullRequest({ beside: { pull, branch: 'other' } });
      const run = await bench.github.startRun({ repository: other.repository, pullRequest: other.number });
      return asFollower(bench, given, pull, run.runId);
    },
  },
  {
    name: 'the run of an older commit',
    status: 422,
    alone: true,
    async forge(bench, given, pull) {
      const push = await bench.push(pull);
      bench.service.put(given.review_secret, newReview({ id: given.review_id, revision: push.headSha }));
      return { ...(await asFollower(bench, given, pull)), head_sha: push.headSha };
    },
  },
  {
    name: 'its own run as the one that triggered it',
    status: 422,
    async forge(bench, _, pull) {
      const own = await bench.github.startRun({
        ...{ repository: pull.repository, pullRequest: pull.number },
        event: 'workflow_run',
      });
      return { id_token: await requestIdToken(own, bench.url), workflow_run_id: own.runId };
    },
  },
  {
    name: 'the run of a pull request that is closed',
    status: 422,
    alone: true,
    async forge(bench, given, pull) {
      await bench.setState(pull, 'closed');
      return asFollower(bench, given, pull);
    },
  },
  {
    name: 'the run of another\u2019s pull request, named by a job of one\u2019s own pull request',
    status: 422,
    async forge(bench, given, pull) {
      const own = await bench.newPullRequest({ beside: { pull, branch: 'mine' } });
      const run = await bench.github.startRun({ repository: own.repository, pullRequest: own.number });
      return { id_token: await requestIdToken(run, bench.url), workflow_run_id: given.run.runId };
    },
  },
  { name: 'a run id that is no number', status: 422, forge: () => ({ workflow_run_id: '../../1' }) },
];
