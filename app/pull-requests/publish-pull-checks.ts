import type { AppContext } from '../context.ts';
import { listCounting } from '../decisions/governing.ts';
import { isShown, writeCheck } from '../decisions/write-check.ts';
import { splitName } from '../github.ts';
import type { CheckContent } from '../render/check.ts';
import { renderMissing, renderNotRequired } from '../render/missing-review.ts';
import {
  awaitsDraft,
  awaitsWorkflow,
  neverRegistered,
  noneRegistered,
  notAffected,
  renderSummary,
  type Standing,
} from '../render/pull-checks.ts';
import { hasSummary, type Settings } from '../settings/file.ts';
import { createPathMatcher } from '../settings/paths.ts';
import {
  type CheckKey,
  type CheckRun,
  findCheckRun,
  listCheckRuns,
  renewCheckRuns,
  summaryName,
} from '../store/check-runs.ts';
import { commitLock, listByHead, type PullRequest } from '../store/pull-requests.ts';
import { listNewest } from '../store/registrations.ts';
import { findMissing, listChangedFiles } from './find-missing.ts';

/** How many hours the workflow may take to register a review before the App checks whether any workflow still runs. */
const graceHours = 1;

/**
 * Returns the open pull requests that have a commit as their head, because they share its checks. When none is open,
 * returns the given one.
 */
async function listSharing(
  app: AppContext,
  pull: PullRequest,
  headSha: string,
): Promise<[PullRequest, ...PullRequest[]]> {
  const open = await listByHead(app.db, { repositoryId: pull.repositoryId, headSha });
  const [first = pull, ...others] = open;
  return [first, ...others];
}

/** Creates checks on the head for the listed names that no review governs. Call it under the pull request's lock. */
export async function publishListed(app: AppContext, pull: PullRequest, settings: Settings): Promise<void> {
  const publish = async () => {
    const sharing = await listSharing(app, pull, pull.headSha);
    const [first] = sharing;
    const changes = new Map<number, Promise<string[] | null>>();
    for (const [name, globs] of settings.reviews ?? []) {
      const key = { repositoryId: pull.repositoryId, name, headSha: pull.headSha };
      if ((await listCounting(app, key)).length > 0) continue;
      const isAffected = async (each: PullRequest): Promise<boolean> => {
        if (globs === null) return true;
        const files = changes.get(each.number) ?? listChangedFiles(app, each);
        changes.set(each.number, files);
        return (await files)?.some(createPathMatcher(globs)) ?? true;
      };
      const externalId = `${first.number}:${name}`.slice(0, 200);
      let content: CheckContent = notAffected;
      for (const each of sharing) {
        if (content === notAffected && (await isAffected(each))) content = awaitsDraft;
      }
      if (content === awaitsDraft && sharing.some(({ draft }) => !draft)) {
        content = (await waitedInVain(app, first, key, externalId)) ? neverRegistered : awaitsWorkflow;
      }
      await writeCheck(app, first, key, content, { externalId });
    }
  };
  await app.locks.withLock(commitLock(pull), publish, 'nested');
}

/**
 * Returns the state of every named review on a commit. On the head: the listed ones, and those that a job has
 * registered on this pull request or on another with that head, and those that were decided on the commit. On an older commit: those that have a check there.
 */
export async function readStandings(
  app: AppContext,
  pull: PullRequest,
  settings: Settings,
  headSha = pull.headSha,
): Promise<Standing[]> {
  const runs = await listCheckRuns(app.db, { repositoryId: pull.repositoryId, headSha });
  const names = new Set(runs.keys());
  if (headSha === pull.headSha) {
    names.clear();
    for (const name of settings.reviews?.keys() ?? []) names.add(name);
    for (const each of [pull, ...(await listSharing(app, pull, headSha))]) {
      for (const { name } of await listNewest(app.db, each)) names.add(name);
    }
    for (const { name } of await listCounting(app, pull)) names.add(name);
  }
  names.delete(summaryName);
  return [...names].sort().map((name) => {
    const conclusion = runs.get(name)?.conclusion ?? null;
    // A check that asks whether to keep waiting still waits, and so does one that was ended together with its pull
    // request.
    const waits = conclusion === 'action_required' || (conclusion === 'cancelled' && !pull.open);
    return { name, conclusion: waits ? null : conclusion };
  });
}

/**
 * Returns the content of the one check of all reviews on a commit. While the head has no review, it says whether the
 * repository requires one.
 */
export async function summarize(
  app: AppContext,
  pull: PullRequest,
  settings: Settings,
  headSha = pull.headSha,
): Promise<CheckContent> {
  const standings = await readStandings(app, pull, settings, headSha);
  const { require, summary } = settings;
  const isHead = headSha === pull.headSha;
  const commit = { repositoryId: pull.repositoryId, headSha };
  const isMissing = isHead && (await listCounting(app, commit)).length === 0;
  if (require === null || !isMissing) return isHead ? await awaitAll(app, pull, standings) : renderSummary(standings);
  const sharing = await listSharing(app, pull, headSha);
  for (const each of sharing) {
    const missing = await findMissing(app, each, require);
    if (missing !== null) return sharing.every(({ draft }) => draft) ? awaitsDraft : renderMissing(missing);
  }
  return summary && standings.length > 0 ? await awaitAll(app, pull, standings) : renderNotRequired(require);
}

/** Renders the state of all reviews of a head. Those that nobody registers fail when no workflow is left to do it. */
async function awaitAll(app: AppContext, pull: PullRequest, standings: readonly Standing[]): Promise<CheckContent> {
  const runs = await listCheckRuns(app.db, pull);
  const isUnregistered = ({ name }: Standing) => !runs.has(name);
  if (standings.length > 0 && !standings.some(isUnregistered)) return renderSummary(standings);
  const sharing = await listSharing(app, pull, pull.headSha);
  const [first] = sharing;
  if (sharing.every(({ draft }) => draft)) return standings.length > 0 ? renderSummary(standings) : awaitsDraft;
  const key = { repositoryId: pull.repositoryId, name: summaryName, headSha: pull.headSha };
  if (!(await waitedInVain(app, first, key, summaryId(first)))) return renderSummary(standings);
  if (standings.length === 0) return noneRegistered;
  return renderSummary(
    standings.map((each) => (isUnregistered(each) ? { ...each, conclusion: 'unregistered' } : each)),
  );
}

const summaryId = ({ number }: PullRequest): string => `summary:${number}`;

/**
 * Publishes the one check of all reviews, where the repository asks for it: on the head, or on an older commit that has
 * one, which a late decision may change. Call it under the pull request's lock.
 */
export async function publishSummary(
  app: AppContext,
  pull: PullRequest,
  settings: Settings,
  headSha = pull.headSha,
): Promise<void> {
  if (!hasSummary(settings)) return;
  const key = { repositoryId: pull.repositoryId, name: summaryName, headSha };
  const publish = async () => {
    if (headSha !== pull.headSha && (await findCheckRun(app.db, key)) === null) return;
    const [first] = await listSharing(app, pull, headSha);
    const content = await summarize(app, pull, settings, headSha);
    await writeCheck(app, first, key, content, { externalId: summaryId(first) });
  };
  await app.locks.withLock(commitLock(key), publish, 'nested');
}

/** Returns whether a check that nothing is registered for has waited in vain. Makes one wait anew that waits only now. */
async function waitedInVain(app: AppContext, pull: PullRequest, key: CheckKey, externalId: string): Promise<boolean> {
  const known = await findCheckRun(app.db, key);
  // Not affected until now, or ended with a pull request that is open again.
  if (known === null || known.conclusion === 'success' || known.conclusion === 'cancelled') return false;
  if (!isShown(app, pull, known, awaitsDraft, externalId)) return await waitsInVain(app, pull, key.headSha, known);
  // A new run waits from now on, when the workflow can start.
  await renewCheckRuns(app.db, key);
  return false;
}

/** Returns whether a check has waited for the workflow for long, and no run of its commit is left to register a review. */
export async function waitsInVain(
  app: AppContext,
  pull: PullRequest,
  headSha: string,
  check: CheckRun | null,
): Promise<boolean> {
  const waited = check === null || check.id === null ? 0 : app.clock().getTime() - check.since.getTime();
  if (waited < graceHours * 3_600_000 || !pull.open) return false;
  const octokit = await app.github.forInstallation(pull.installationId);
  const { data } = await octokit.rest.actions.listWorkflowRunsForRepo({
    ...splitName(pull.fullName),
    head_sha: headSha,
    per_page: 100,
  });
  return data.workflow_runs.every((run) => run.status === 'completed');
}
