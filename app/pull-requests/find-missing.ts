import type { AppContext } from '../context.ts';
import { splitName } from '../github.ts';
import type { MissingReview } from '../render/missing-review.ts';
import type { Settings } from '../settings/file.ts';
import { createPathMatcher } from '../settings/paths.ts';
import type { PullRequest } from '../store/pull-requests.ts';
import { listNewest } from '../store/registrations.ts';

/** The states of a pass that a next pass cannot continue. */
const over = ['failed', 'cancelled', 'deleted'];

/**
 * Returns what the repository requires of a pull request whose head has no review; null when it requires none there.
 */
export async function findMissing(
  app: AppContext,
  pull: PullRequest,
  { paths, agentsOnly }: NonNullable<Settings['require']>,
): Promise<MissingReview | null> {
  const changed = await listChangedFiles(app, pull);
  const files = changed?.filter(createPathMatcher(paths)) ?? null;
  if (files?.length === 0) return null;
  if (agentsOnly && !(await isAuthoredByAgent(app, pull))) return null;
  const passes = await listNewest(app.db, pull);
  const parent = passes.find(({ status }) => !over.includes(status))?.reviewId ?? null;
  return { files, paths, agentsOnly, headSha: pull.headSha, parent };
}

async function isAuthoredByAgent(app: AppContext, pull: PullRequest): Promise<boolean> {
  if (pull.author !== null && isAgentLogin(pull.author)) return true;
  const octokit = await app.github.forInstallation(pull.installationId);
  const commits = await octokit.paginate(octokit.rest.pulls.listCommits, {
    ...splitName(pull.fullName),
    pull_number: pull.number,
    per_page: 100,
  });
  return commits.some(({ commit }) => isByAgent({ message: commit.message, email: commit.author?.email ?? null }));
}

/** Logins of agents that GitHub shows without `[bot]`. */
const agentLogins = ['copilot'];

/** The addresses that agents write into the commits that they author or co-author. */
const agentEmails = [
  'amp@ampcode.com',
  'cursoragent@cursor.com',
  'noreply@aider.chat',
  'noreply@anthropic.com',
  'noreply@openai.com',
  'noreply@opencode.ai',
];

const isAgentEmail = (email: string): boolean =>
  agentEmails.includes(email) || /(\[bot\]|\+copilot)@users\.noreply\.github\.com$/.test(email);

export const isAgentLogin = (login: string): boolean =>
  /\[bot\]$/i.test(login) || agentLogins.includes(login.toLowerCase());

/**
 * Returns whether a commit names an agent as its author or in a `Co-authored-by` trailer. Commits say what their author
 * wants, so an agent that leaves no trace counts as a person.
 */
export function isByAgent({ message, email }: { message: string; email: string | null }): boolean {
  const trailers = message.matchAll(/^co-authored-by:.*<([^<>\s]+)>\s*$/gim);
  return [email ?? '', ...[...trailers].map(([, address = '']) => address)].some((address) =>
    isAgentEmail(address.toLowerCase()),
  );
}

/** GitHub lists at most this many changed files. */
const maxFiles = 3000;

/**
 * Returns every file that a pull request changes, a renamed one by both its names; null when GitHub does not list them
 * all.
 */
export async function listChangedFiles(app: AppContext, pull: PullRequest): Promise<string[] | null> {
  const octokit = await app.github.forInstallation(pull.installationId);
  const files = await octokit.paginate(octokit.rest.pulls.listFiles, {
    ...splitName(pull.fullName),
    pull_number: pull.number,
    per_page: 100,
  });
  if (files.length >= maxFiles) return null;
  return files.flatMap((file) =>
    file.previous_filename === undefined ? [file.filename] : [file.filename, file.previous_filename],
  );
}
