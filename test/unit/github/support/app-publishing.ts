import type { AppContext } from '../../../../app/context.ts';
import type { Settings } from '../../../../app/settings/file.ts';
import type { PullRequest } from '../../../../app/store/pull-requests.ts';
import type { Registration } from '../../../../app/store/registrations.ts';
import { createSecrets } from '../../../../server/adapters/secrets/index.ts';
import { fakeDatabase, type Rows } from './app-database.ts';
import { newPull, newRegistration } from './app-rows.ts';

const secrets = createSecrets('a key of no worth');
export const reviewId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
export const registered = (fields: Partial<Registration> = {}) => {
  const of = newRegistration({ reviewId, ...fields });
  const secret = secrets.encrypt('the secret', `github_registration.secret:7:${of.reviewId}`);
  return { ...of, secret };
};
type Comment = { id: number; body?: string; user: { login: string } | null };

/** Where something is published: what the App knows, and what GitHub has. */
export interface At {
  rows?: Rows;
  pull?: Partial<PullRequest>;
  settings?: Settings;
  signsIn?: boolean;
  comments?: Comment[];
  updated?: Error;
  removed?: Error;
  /** The repository that has the name at GitHub now. */
  repositoryId?: number;
  /** The files that pull requests change, by number. */
  files?: Record<number, object[]>;
  /** The commits of every pull request. */
  commits?: object[];
  /** The states of the workflows' runs of the commit. */
  runs?: string[];
}

/** Returns an App at a stand-in for GitHub, with the calls of GitHub and what is written to the database. */
export function newApp({
  rows,
  pull,
  signsIn,
  comments = [],
  updated,
  removed,
  repositoryId = 7,
  files = {},
  commits = [],
  runs = [],
}: At) {
  const calls: [string, object][] = [];
  const call = (name: string, data: object, error?: Error) => async (of: object) => {
    calls.push([name, of]);
    if (error !== undefined) throw error;
    return { data };
  };
  const rest = {
    issues: {
      ...{ createComment: call('create', { id: 5 }), updateComment: call('update', { id: 4 }, updated) },
      ...{ deleteComment: call('delete', {}, removed), listComments: 'the list' },
    },
    pulls: {
      get: async () => ({ data: { base: { repo: { id: repositoryId } } } }),
      listFiles: 'the files',
      listCommits: 'the commits',
    },
    actions: { listWorkflowRunsForRepo: async () => ({ data: { workflow_runs: runs.map((status) => ({ status })) } }) },
    checks: {
      create: call('check', { id: 9, html_url: 'https://github.test/9' }),
      update: call('check', { id: 9, html_url: 'https://github.test/9' }),
      listForRef: call('list', { check_runs: [] }),
    },
  };
  const paginate = async (list: string, { pull_number }: { pull_number: number }) =>
    list === 'the commits' ? commits : (files[pull_number] ?? []);
  async function* iterator() {
    for (const comment of comments) yield { data: [comment] };
  }
  const { db, written } = fakeDatabase({ pulls: [newPull(pull)], ...rows });
  Object.assign(Reflect.get(db, 'githubCheckRun'), { upsert: async () => undefined });
  const app = {
    ...{ db, secrets, clock: () => new Date() },
    locks: { withLock: (_: string, work: () => unknown) => work() },
    config: {
      appUrl: 'https://app.test',
      signIn: signsIn ? { webUrl: 'https://github.com' } : null,
      github: { apiUrl: 'https://api.github.com' },
    },
    github: {
      ...{ appId: 5, botLogin: async () => 'sightline[bot]' },
      forInstallation: async () => ({ rest, paginate: Object.assign(paginate, { iterator }) }),
    },
  } as unknown as AppContext;
  return { app, calls, written };
}
