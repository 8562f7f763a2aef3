import { type Octokit, splitName } from '../github.ts';
import type { Parts } from '../parts.ts';
import type { CheckContent } from '../render/check.ts';
import {
  awaitsDraft,
  awaitsWorkflow,
  neverCame,
  notAffected,
  renderSummary,
  type Standing,
} from '../render/pull-checks.ts';
import type { Settings } from '../settings/file.ts';
import { matchesPaths } from '../settings/paths.ts';
import { findCheckRun, listCheckRuns, summaryName } from '../store/check-runs.ts';
import type { PullRequest } from '../store/pull-requests.ts';
import { findGoverning, listNewest } from '../store/registrations.ts';
import { writeCheck } from './write-check.ts';

/** How long a listed review may be awaited before it is asked whether any workflow still runs. */
const graceHours = 1;

/** Gives the head a check for each listed name that no review speaks for. Call it under the pull request's lock. */
export async function publishListed(parts: Parts, pull: PullRequest, settings: Settings): Promise<void> {
  let files: Promise<string[] | null> | undefined;
  for (const [name, globs] of settings.reviews ?? []) {
    const key = { repositoryId: pull.repositoryId, name, headSha: pull.headSha };
    if ((await findGoverning(parts.database, key)) !== null) continue;
    let content: CheckContent | undefined;
    if (globs !== null) {
      files ??= listChangedFiles(await parts.github.forInstallation(pull.installationId), pull);
      const changed = await files;
      if (changed?.every((file) => !matchesPaths(globs, file))) content = notAffected;
    }
    content ??= pull.draft ? awaitsDraft : await awaitReview(parts, pull, name);
    await writeCheck(parts, pull, key, content, { externalId: `${pull.number}:${name}`.slice(0, 200) });
  }
}

/**
 * How every named review stands on a commit. On the head: the listed ones, and those that a job has registered on this
 * pull request. On an older commit: those that have a check there.
 */
export async function readStandings(
  parts: Parts,
  pull: PullRequest,
  settings: Settings,
  headSha = pull.headSha,
): Promise<Standing[]> {
  const runs = await listCheckRuns(parts.database, { repositoryId: pull.repositoryId, headSha });
  const names = new Set(runs.keys());
  if (headSha === pull.headSha) {
    const registered = await listNewest(parts.database, pull);
    names.clear();
    for (const name of [...(settings.reviews?.keys() ?? []), ...registered.map(({ name }) => name)]) names.add(name);
  }
  names.delete(summaryName);
  return [...names].sort().map((name) => {
    const conclusion = runs.get(name)?.conclusion ?? null;
    // Asked whether to wait on is still waiting; so is what was ended by the pull request's own end.
    const waits = conclusion === 'action_required' || (conclusion === 'cancelled' && !pull.open);
    return { name, conclusion: waits ? null : conclusion };
  });
}

/**
 * The one check of all of them, where the repository asks for it: on the head, or on an older commit that has one, which
 * a late decision turns. Call it under the pull request's lock.
 */
export async function publishSummary(
  parts: Parts,
  pull: PullRequest,
  settings: Settings,
  headSha = pull.headSha,
): Promise<void> {
  if (!settings.summary) return;
  const key = { repositoryId: pull.repositoryId, name: summaryName, headSha };
  if (headSha !== pull.headSha && (await findCheckRun(parts.database, key)) === null) return;
  const content = renderSummary(await readStandings(parts, pull, settings, headSha));
  await writeCheck(parts, pull, key, content, { externalId: `summary:${pull.number}` });
}

async function awaitReview(parts: Parts, pull: PullRequest, name: string): Promise<CheckContent> {
  const known = await findCheckRun(parts.database, { repositoryId: pull.repositoryId, name, headSha: pull.headSha });
  const waited = known === null || known.id === null ? 0 : parts.now().getTime() - known.since.getTime();
  if (waited < graceHours * 3_600_000 || !pull.open) return awaitsWorkflow;
  const octokit = await parts.github.forInstallation(pull.installationId);
  const { data } = await octokit.rest.actions.listWorkflowRunsForRepo({
    ...splitName(pull.fullName),
    head_sha: pull.headSha,
    per_page: 100,
  });
  return data.workflow_runs.some((run) => run.status !== 'completed') ? awaitsWorkflow : neverCame;
}

/** GitHub tells no more of them than this. */
const mostFiles = 3000;

/** Every file that a pull request changes, a renamed one by both its names; null when GitHub does not tell them all. */
async function listChangedFiles(octokit: Octokit, pull: PullRequest): Promise<string[] | null> {
  const files = await octokit.paginate(octokit.rest.pulls.listFiles, {
    ...splitName(pull.fullName),
    pull_number: pull.number,
    per_page: 100,
  });
  if (files.length >= mostFiles) return null;
  return files.flatMap((file) =>
    file.previous_filename === undefined ? [file.filename] : [file.filename, file.previous_filename],
  );
}
