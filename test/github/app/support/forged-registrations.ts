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

type Forge = (bench: Bench, given: Given, pull: PullRequest) => Promise<object> | object;

/** Returns the id-token of another job, of this pull request. */
const tokenOf = async (bench: Bench, { repository, number }: Pick<PullRequest, 'repository' | 'number'>, run = {}) => ({
  id_token: await requestIdToken(await bench.github.startRun({ repository, pullRequest: number, ...run }), bench.url),
});

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

/**
 * Registrations that a job could send and that must be refused, also by a job under `workflow_run`, whose own run proves
 * it and which names the run that triggered it. `alone`: they change the pull request, which is then not shared.
 */
const refused: { status: number; alone?: true; attempts: Record<string, Forge> }[] = [
  {
    status: 401,
    attempts: {
      'a token signed by somebody else': async (_bench, given) => {
        const { privateKey } = await generateKeyPair('RS256');
        const [header = '', payload = ''] = given.id_token.split('.');
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
        const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
        return { id_token: await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey) };
      },
      'a token without a signature': (_, { id_token }) => {
        const header = Buffer.from('{"alg":"none"}').toString('base64url');
        return { id_token: `${header}.${id_token.split('.')[1]}.` };
      },
      'a token signed by the public key as a shared secret': async (bench, { id_token }) => {
        const jwks = await (await fetch(`${bench.github.oidcIssuer}/.well-known/jwks`)).text();
        const claims = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString());
        const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' });
        return { id_token: await token.sign(new TextEncoder().encode(jwks)) };
      },
      'a token for another audience': async (_bench, { run }) => ({
        id_token: await requestIdToken(run, 'https://reviews.example.com'),
      }),
      'a token for our audience and another': async (bench, { run }) => ({
        id_token: await bench.github.signIdToken(run, bench.url, { aud: [bench.url, 'https://elsewhere.example'] }),
      }),
      'a token of another issuer': async (bench, { run }) => ({
        id_token: await bench.github.signIdToken(run, bench.url, { iss: 'https://x.example' }),
      }),
      'a token that has expired': async (bench, { run }) => ({
        id_token: await bench.github.signIdToken(run, bench.url, { exp: 1_700_000_000 }),
      }),
      'a token without an id of its own': async (bench, { run }) => ({
        id_token: await bench.github.signIdToken(run, bench.url, { jti: undefined }),
      }),
    },
  },
  {
    status: 401,
    alone: true,
    attempts: {
      'a token that was used before': async (bench, given) => {
        await bench.register({ ...given, review_secret: newSecret() });
        return {};
      },
    },
  },
  {
    status: 404,
    attempts: {
      'a job of a repository without the App': async (bench) => {
        const { fullName } = await bench.github.createRepository({ owner: 'mallory', name: 'own' });
        const other = await bench.github.openPullRequest({ repository: fullName, branch: 'x', title: 'x' });
        return tokenOf(bench, { repository: fullName, number: other.number });
      },
    },
  },
  {
    status: 422,
    attempts: {
      'the job of another pull request with the same head': async (bench, _, pull) => {
        const beside = { pull, branch: 'checkout', at: pull.headSha, base: 'next' };
        const other = await bench.newPullRequest({ beside });
        return tokenOf(bench, other);
      },
      'a run that GitHub counts to other pull requests with the same head': async (bench, _, pull) => {
        const other = await bench.newPullRequest({ beside: { pull, branch: 'same', at: pull.headSha } });
        return tokenOf(bench, other, { event: 'workflow_dispatch' });
      },
      'a job under pull_request_target, whose run is of the base branch': (bench, _, pull) =>
        tokenOf(bench, pull, { event: 'pull_request_target' }),
      'a name that looks like another': async () => ({ name: 'visu\u200bal' }),
      'a job of another repository with the App': async (bench) => tokenOf(bench, await bench.newPullRequest()),
      'a token whose repository id is not the repository\u2019s': async (bench, { run }) => ({
        id_token: await bench.github.signIdToken(run, bench.url, { repository_id: '1' }),
      }),
      'a run that GitHub does not know': async (bench, { run }) => ({
        id_token: await bench.github.signIdToken(run, bench.url, { run_id: '99' }),
      }),
      'a run of another pull request': async (bench, _, pull) => {
        const other = await bench.github.openPullRequest({
          repository: pull.repository,
          branch: 'other',
          title: 'Other',
        });
        return tokenOf(bench, { ...pull, number: other.number });
      },
      'a secret that leads nowhere': () => ({ review_secret: newSecret() }),
      'the secret of another review': (bench, _, pull) => {
        const secret = newSecret();
        bench.service.put(secret, newReview({ revision: pull.headSha }));
        return { review_secret: secret };
      },
      'a review of another commit': (bench, given) => {
        bench.service.put(given.review_secret, newReview({ id: given.review_id, revision: 'f'.repeat(40) }));
        return {};
      },
      'a review whose reference is of another pull request': (bench, given, pull) => {
        const reference = `github:${pull.repositoryId}:999:visual`;
        bench.service.put(given.review_secret, newReview({ id: given.review_id, revision: pull.headSha, reference }));
        return {};
      },
      'a registration without a name': () => ({ name: '' }),
    },
  },
  {
    status: 422,
    alone: true,
    attempts: {
      'a head that has moved since the run began': async (bench, _, pull) => {
        await bench.push(pull);
        return {};
      },
      'an old run that claims the new head': async (bench, given, pull) => {
        const push = await bench.push(pull);
        bench.service.put(given.review_secret, newReview({ id: given.review_id, revision: push.headSha }));
        return { head_sha: push.headSha };
      },
      'a pull request that is closed': async (bench, _, pull) => {
        await bench.setState(pull, 'closed');
        return {};
      },
    },
  },
  {
    status: 422,
    attempts: {
      'no word of the run that triggered it (workflow_run)': async (bench, given, pull) => {
        return { ...(await asFollower(bench, given, pull)), workflow_run_id: undefined };
      },
      'a run that was made up (workflow_run)': (bench, given, pull) => asFollower(bench, given, pull, 987_654_321),
      'the run of another repository with the App (workflow_run)': async (bench, given, pull) => {
        const other = await bench.newPullRequest();
        const run = await bench.github.startRun({ repository: other.repository, pullRequest: other.number });
        return asFollower(bench, given, pull, run.runId);
      },
      'the run of another head of the same repository (workflow_run)': async (bench, given, pull) => {
        const other = await bench.newPullRequest({ beside: { pull, branch: 'other' } });
        const run = await bench.github.startRun({ repository: other.repository, pullRequest: other.number });
        return asFollower(bench, given, pull, run.runId);
      },
      'its own run as the one that triggered it (workflow_run)': async (bench, _, pull) => {
        const own = await bench.github.startRun({
          ...{ repository: pull.repository, pullRequest: pull.number },
          event: 'workflow_run',
        });
        return { id_token: await requestIdToken(own, bench.url), workflow_run_id: own.runId };
      },
      'the run of another\u2019s pull request, named by a job of one\u2019s own pull request (workflow_run)': async (
        bench,
        given,
        pull,
      ) => {
        const own = await bench.newPullRequest({ beside: { pull, branch: 'mine' } });
        return { ...(await tokenOf(bench, own)), workflow_run_id: given.run.runId };
      },
      'a run id that is no number (workflow_run)': () => ({ workflow_run_id: '../../1' }),
    },
  },
  {
    status: 422,
    alone: true,
    attempts: {
      'the run of an older commit (workflow_run)': async (bench, given, pull) => {
        const push = await bench.push(pull);
        bench.service.put(given.review_secret, newReview({ id: given.review_id, revision: push.headSha }));
        return { ...(await asFollower(bench, given, pull)), head_sha: push.headSha };
      },
      'the run of a pull request that is closed (workflow_run)': async (bench, given, pull) => {
        await bench.setState(pull, 'closed');
        return asFollower(bench, given, pull);
      },
    },
  },
];

export const forgeries = refused.flatMap(({ attempts, ...how }) =>
  Object.entries(attempts).map(([name, forge]) => ({ name, forge, ...how })),
);
