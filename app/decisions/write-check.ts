import { webUrlOf } from '../config.ts';
import type { AppContext } from '../context.ts';
import { isStatus, splitName } from '../github.ts';
import { type CheckContent, checkName, keepWaiting } from '../render/check.ts';
import { pullRequestClosed } from '../render/pull-checks.ts';
import { type CheckKey, type CheckRun, findCheckRun, saveCheckRun } from '../store/check-runs.ts';
import { hashOf } from './hash.ts';

/** Where checks are written: a pull request, or a merge group as if it were an open one. */
export interface Place {
  repositoryId: number;
  installationId: number;
  fullName: string;
  open: boolean;
  /** Of the pull request. */
  number?: number;
}

/** GitHub calls an incomplete check stale after 14 days, for good. */
const staleAfterDays = 12;

/** Whether a check has waited for so long that GitHub would soon give it up. */
export function isNearlyStale(app: AppContext, known: CheckRun | null): boolean {
  if (known === null || known.id === null) return false;
  return app.clock().getTime() - known.since.getTime() >= staleAfterDays * 86_400_000;
}

/**
 * Makes the check of (name, commit) say `given`; doing it again changes nothing. What waits on a closed pull request
 * is ended, and what has waited for long gets a button instead. A check that was completed and waits again is a fresh
 * run of the same name. Returns its address. Call it under the pull request's lock.
 */
export async function writeCheck(
  app: AppContext,
  place: Place,
  key: CheckKey,
  given: CheckContent,
  options: { externalId: string; detailsUrl?: string | null },
): Promise<string | null> {
  const known = await findCheckRun(app.db, key);
  const content = inTime(given, place.open, isNearlyStale(app, known));
  const { externalId } = options;
  // Always one: GitHub keeps the last that it was given, which may have been a link that must no longer be shown.
  const detailsUrl = options.detailsUrl ?? pageOf(app, place);
  const hash = hashOf({ content, detailsUrl, review: externalId });
  if (known?.contentHash === hash) return known.url;

  const octokit = await app.github.forInstallation(place.installationId);
  // Before it is asked for, as GitHub's answer may take its time: too early a rescue is better than none.
  const asked = app.clock();
  const fields = {
    ...splitName(place.fullName),
    name: checkName(key.name),
    external_id: externalId,
    status: content.status,
    ...(content.conclusion === null ? {} : { conclusion: content.conclusion }),
    details_url: detailsUrl,
    output: { title: content.title, summary: content.summary, text: content.text },
    actions: content.actions.map((action) => ({ ...action })),
  };
  const waitsAgain = known !== null && known.conclusion !== null && content.conclusion === null;
  // No row: the process may have ended between GitHub's answer and our note of it.
  const id = known === null ? await findOwnCheck(app, place, key) : waitsAgain ? null : known.id;
  try {
    const { data } =
      id === null
        ? await octokit.rest.checks.create({ ...fields, head_sha: key.headSha })
        : await octokit.rest.checks.update({ ...fields, check_run_id: id });
    const since = id === null || known === null ? asked : known.since;
    const { conclusion } = content;
    const run = { id: data.id, url: data.html_url, contentHash: hash, conclusion, since };
    await saveCheckRun(app.db, key, run, known);
    return data.html_url;
  } catch (error) {
    // A force-push can take a commit away for good: there is nothing left to say anything about.
    if (isStatus(error, 422) && error instanceof Error && /no commit found/i.test(error.message)) return null;
    if (id !== null && known !== null && isStatus(error, 404)) {
      // The run was deleted, with its repository or by itself; the next attempt creates another or learns why.
      await saveCheckRun(app.db, key, { ...known, id: null, contentHash: null }, known);
    }
    throw error;
  }
}

function pageOf(app: AppContext, { fullName, number }: Place): string {
  const { signIn, github } = app.config;
  const repository = `${signIn?.webUrl ?? webUrlOf(github.apiUrl)}/${fullName}`;
  return number === undefined ? repository : `${repository}/pull/${number}`;
}

function inTime(given: CheckContent, open: boolean, nearlyStale: boolean): CheckContent {
  if (given.conclusion !== null) return given;
  if (!open) return { ...pullRequestClosed, text: given.text };
  if (!nearlyStale) return given;
  return {
    ...given,
    status: 'completed',
    conclusion: 'action_required',
    title: `Nobody came for ${staleAfterDays} days: ${given.title}`,
    summary: `GitHub gives up a check that waits for 14 days. Press \u201c${keepWaiting.label}\u201d and it waits on; a decision still counts at any time.\n\n${given.summary}`,
    actions: [keepWaiting, ...given.actions].slice(0, 3),
  };
}

async function findOwnCheck(app: AppContext, place: Place, key: CheckKey): Promise<number | null> {
  const octokit = await app.github.forInstallation(place.installationId);
  const { data } = await octokit.rest.checks.listForRef({
    ...splitName(place.fullName),
    ref: key.headSha,
    check_name: checkName(key.name),
    app_id: app.github.appId,
  });
  return data.check_runs[0]?.id ?? null;
}
