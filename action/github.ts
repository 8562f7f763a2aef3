import { Octokit } from '@octokit/rest';
import { ActionError } from './error.ts';
import { isLimited, isPassing, retry, statusOf } from './retry.ts';

export interface IssueComment {
  id: number;
  body: string;
  author: string;
  bot: boolean;
}

/** A pull request that GitHub associates with a commit. */
export interface AssociatedPull {
  number: number;
  headSha: string;
  open: boolean;
  merged: boolean;
  /** The commit that it became when it was merged. */
  mergeCommit: string | null;
}

export interface Deployment {
  id: number;
  environment: string;
  sha: string;
  /** Whether its environment will be removed some day. */
  transient: boolean;
}

export interface DeploymentState {
  state: string;
  /** The address; for an inactive deployment, the one where it last succeeded. */
  url: string;
}

/** What the Action reads from GitHub and writes there, reduced to what it needs. All pages of every list are read. */
export type GitHub = ReturnType<typeof createGitHub>;

/** A connection that hangs is closed, so that the job ends. */
const requestLimitMs = 60_000;

type Here = { owner: string; repo: string };

const pullRequests = ({ paginate, rest }: Octokit, here: Here) => {
  const { pulls, repos } = rest;
  const paged = { ...here, per_page: 100 };
  return {
    openPullRequests: (head: string): Promise<unknown[]> =>
      reading('pull requests', 'pull-requests: read', () => paginate(pulls.list, { ...paged, state: 'open', head })),
    pullRequestsOfCommit: (commit_sha: string): Promise<unknown[]> =>
      reading('pull requests', 'pull-requests: read', () =>
        paginate(repos.listPullRequestsAssociatedWithCommit, { ...paged, commit_sha }),
      ),
    pullRequest: (pull_number: number): Promise<unknown> =>
      reading('pull requests', 'pull-requests: read', async () => (await pulls.get({ ...here, pull_number })).data),
    /** Returns the parents of a commit; none when the token may not read it. */
    async parents(commit_sha: string) {
      try {
        const { data } = await retry(() => rest.git.getCommit({ ...here, commit_sha }));
        return data.parents.map(({ sha }) => sha);
      } catch (error) {
        if (isPassing(error)) throw error;
        return [];
      }
    },
    /** Returns the current state of a pull request; null when the token may not read it. */
    livePull: (pull_number: number) =>
      asking('read pull requests', 'pull-requests: read', async () => {
        const answer = await orRefused(() => pulls.get({ ...here, pull_number }));
        if (answer === null) return null;
        const { head, draft, state, base } = answer.data;
        return { headSha: head.sha, draft: draft === true, open: state === 'open', private: base.repo.private };
      }),
  };
};

const history = ({ rest: { repos } }: Octokit, here: Here) => ({
  /** Returns the newest common ancestor of two commits; null when there is none, or the token may not read them. */
  mergeBase: async (base: string, head: string) => {
    const basehead = `${base}...${head}`;
    const answer = await orRefused(() => repos.compareCommitsWithBasehead({ ...here, basehead, per_page: 1 }));
    return answer?.data.merge_base_commit.sha ?? null;
  },
  /** Returns up to `most` commits that can be reached from one, itself first, with the parents of each. */
  commitsFrom: async (sha: string, most: number) => {
    const answer = await orRefused(() => repos.listCommits({ ...here, sha, per_page: most }));
    return (answer?.data ?? []).map((commit) => ({ sha: commit.sha, parents: commit.parents.map((each) => each.sha) }));
  },
  associatedPulls: async (commit_sha: string): Promise<AssociatedPull[]> => {
    const answer = await orRefused(() => repos.listPullRequestsAssociatedWithCommit({ ...here, commit_sha }));
    return (answer?.data ?? []).map((pull) => ({
      number: pull.number,
      headSha: pull.head.sha,
      open: pull.state === 'open',
      merged: pull.merged_at !== null,
      mergeCommit: pull.merge_commit_sha,
    }));
  },
});

/** Retries failures that may be temporary. Returns null when the token may not read it. */
async function orRefused<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await retry(call);
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

const commentsOn = ({ paginate, rest: { issues } }: Octokit, here: Here) => ({
  async listComments(issue_number: number): Promise<IssueComment[]> {
    const comments = await reading('comments', 'pull-requests: write', () =>
      paginate(issues.listComments, { ...here, per_page: 100, issue_number }),
    );
    return comments.map((comment) => ({
      id: comment.id,
      body: comment.body ?? '',
      author: comment.user?.login ?? '',
      bot: comment.user?.type === 'Bot',
    }));
  },
  async createComment(issue_number: number, body: string) {
    await asking('write comments', 'pull-requests: write', () => issues.createComment({ ...here, issue_number, body }));
  },
  async updateComment(comment_id: number, body: string) {
    // 404: somebody deleted the comment meanwhile, or we may not write it; reading again shows which.
    await asking('write comments', 'pull-requests: write', () =>
      issues.updateComment({ ...here, comment_id, body }).catch(ignoreMissing),
    );
  },
  async deleteComment(comment_id: number) {
    await issues.deleteComment({ ...here, comment_id }).catch(ignoreMissing);
  },
});

function ignoreMissing(error: unknown): void {
  if (statusOf(error) !== 404) throw error;
}

const deploymentsOf = ({ paginate, rest: { repos } }: Octokit, here: Here) => {
  const paged = { ...here, per_page: 100 };
  return {
    /** Returns the deployments, newest first. */
    async deployments(of: { sha: string } | { ref: string } | { environment: string }): Promise<Deployment[]> {
      const all = await reading('deployments', 'deployments: read', () =>
        'environment' in of
          ? repos.listDeployments({ ...paged, ...of }).then(({ data }) => data)
          : paginate(repos.listDeployments, { ...paged, ...of }),
      );
      return all
        .map((each) => {
          const { id, environment, sha } = each;
          return { id, environment, sha, transient: each.transient_environment === true };
        })
        .sort((a, b) => b.id - a.id);
    },
    /** Returns the newest status of a deployment, null when it has none yet. */
    async deploymentState(deployment_id: number): Promise<DeploymentState | null> {
      const { data } = await reading('deployments', 'deployments: read', () =>
        repos.listDeploymentStatuses({ ...paged, deployment_id }),
      );
      const [newest] = data;
      if (newest === undefined) return null;
      const named = newest.state === 'inactive' ? data.find(({ state }) => state === 'success') : newest;
      return { state: newest.state, url: named?.environment_url || named?.target_url || '' };
    },
  };
};

export function createGitHub(options: { apiUrl: string; token: string; repository: string }) {
  const [owner = '', repo = ''] = options.repository.split('/');
  const octokit = new Octokit({
    auth: options.token,
    baseUrl: options.apiUrl,
    userAgent: 'sightline-action',
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  octokit.hook.before('request', (request) => {
    request.request = { ...request.request, signal: AbortSignal.timeout(requestLimitMs) };
  });
  const here = { owner, repo };
  return {
    ...pullRequests(octokit, here),
    ...history(octokit, here),
    ...commentsOn(octokit, here),
    ...deploymentsOf(octokit, here),
    /** Returns the login of the account behind the token, as comments show it. */
    async viewer(): Promise<string> {
      // A job's own token may not read /user, but GraphQL reports the account it acts for.
      try {
        const answer = await octokit.graphql<{ viewer: { login: string } }>('query { viewer { login } }');
        return answer.viewer.login;
      } catch {
        const user = await octokit.rest.users.getAuthenticated().catch(() => null);
        return user?.data.login ?? 'github-actions[bot]';
      }
    },
  };
}

/** Retries failures that may be temporary, and converts a refusal into the missing permission. */
function reading<T>(what: string, permission: string, call: () => Promise<T>): Promise<T> {
  return asking(`read ${what}`, permission, () => retry(call));
}

async function asking<T>(what: string, permission: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const status = statusOf(error);
    if (status === 401) throw new ActionError('Input "github-token": GitHub does not accept this token.');
    if (isRefused(error)) {
      throw new ActionError(
        `Input "github-token": GitHub does not let this token ${what} (${status}). Add the permission "${permission}" to the job.`,
      );
    }
    throw error;
  }
}

/** Returns whether the token may not do something; of what it may not even read, GitHub says that there is nothing. */
const isRefused = (error: unknown): boolean =>
  statusOf(error) === 404 || (statusOf(error) === 403 && !isLimited(error));

/** Converts an outage of GitHub into what to do about it. */
export function explainOutage(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'HttpError' || !isPassing(error)) return error;
  const status = statusOf(error);
  const why = isLimited(error) ? 'was asked too often for now' : 'does not answer as it should';
  return new ActionError(
    `GitHub ${why} (${status}). Run this job again a little later: it continues with what is there, and nothing is spent twice.`,
  );
}
