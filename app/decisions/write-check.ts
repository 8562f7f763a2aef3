import { createHash } from 'node:crypto';
import { webUrlOf } from '../config.ts';
import type { AppContext } from '../context.ts';
import { isStatus, splitName } from '../github.ts';
import { type CheckContent, checkName, keepWaiting } from '../render/check.ts';
import { renderClosed } from '../render/pull-checks.ts';
import { type CheckKey, type CheckRun, findCheckRun, saveCheckRun } from '../store/check-runs.ts';
import type { PullRequest } from '../store/pull-requests.ts';

/** Where checks are written: a pull request, or a merge group, which is treated like an open pull request. */
export interface Place {
  repositoryId: number;
  installationId: number;
  fullName: string;
  open: boolean;
  /** The number of the pull request. */
  number?: number;
}

/** GitHub marks an incomplete check as stale after 14 days, permanently. */
const staleAfterDays = 12;
/** The conclusion of a check that has waited that long. */
const staleConclusion = 'action_required';

/** Returns whether a check has waited so long that GitHub would soon mark it as stale. */
export function isNearlyStale(app: AppContext, known: CheckRun | null): boolean {
  if (known === null || known.id === null) return false;
  // One that is completed otherwise does not wait: if it is to wait again, a new one replaces it.
  if (known.conclusion !== null && known.conclusion !== staleConclusion) return false;
  return app.clock().getTime() - known.since.getTime() >= staleAfterDays * 86_400_000;
}

const hashOfCheck = (content: CheckContent, detailsUrl: string, externalId: string): string =>
  hashOf({ content, detailsUrl, review: externalId });

/** Returns whether a check shows this content and leads to the pull request. */
export const isShown = (app: AppContext, place: Place, known: CheckRun, content: CheckContent, externalId: string) =>
  known.contentHash === hashOfCheck(content, pageOf(app, place), externalId);

/**
 * Updates the check of (name, commit) to `given`; repeating it changes nothing. A waiting check on a closed pull
 * request is completed as cancelled, and one that has waited for long gets a button instead. A completed check that
 * waits again becomes a new run of the same name. `askedSince`: since when a person is asked to decide. Call it under
 * the pull request's lock.
 */
export async function writeCheck(
  app: AppContext,
  place: Place,
  key: CheckKey,
  given: CheckContent,
  options: { externalId: string; detailsUrl?: string | null; askedSince?: Date | undefined },
): Promise<void> {
  const stored = await findCheckRun(app.db, key);
  const isStale = isNearlyStale(app, stored) && place.open && given.conclusion === null;
  // Such a run is replaced, because nobody has been asked to decide for that long.
  const isUnasked = given.status === 'queued' || isAskedLater(options.askedSince, stored);
  const known = isStale && isUnasked && stored !== null ? { ...stored, id: null, contentHash: null } : stored;
  const content = inTime(given, place, isStale && !isUnasked);
  const { externalId } = options;
  // Always sent: GitHub keeps the last address it got, which may be a link that must no longer be shown.
  const detailsUrl = options.detailsUrl ?? pageOf(app, place);
  const hash = hashOfCheck(content, detailsUrl, externalId);
  if (known?.contentHash === hash) return;

  const octokit = await app.github.forInstallation(place.installationId);
  // Read before the call, as GitHub's answer may take long: renewing the check too early is better than too late.
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
  // Without a row, the process may have stopped between GitHub's answer and storing it.
  const id = known === null ? await findOwnCheck(app, place, key) : waitsAgain ? null : known.id;
  try {
    const { data } =
      id === null
        ? await octokit.rest.checks.create({ ...fields, head_sha: key.headSha })
        : await octokit.rest.checks.update({ ...fields, check_run_id: id });
    const since = id === null || known === null ? asked : known.since;
    const { conclusion } = content;
    const run = { id: data.id, url: data.html_url, contentHash: hash, conclusion, since };
    await saveCheckRun(app.db, key, run, stored);
  } catch (error) {
    // A force-push can remove a commit for good: then there is nothing left to report on.
    if (isStatus(error, 422) && error instanceof Error && /no commit found/i.test(error.message)) return;
    if (id !== null && known !== null && isStatus(error, 404)) {
      // The run was deleted, with its repository or by itself. The next attempt creates another or finds out why.
      await saveCheckRun(app.db, key, { ...known, id: null, contentHash: null }, known);
    }
    throw error;
  }
}

/** Changes where a check of a public repository leads, and nothing else: what it led to while the repository was private. */
export async function redirectCheck(
  app: AppContext,
  place: PullRequest,
  key: CheckKey,
  known: CheckRun,
  address: string | null,
): Promise<void> {
  const detailsUrl = address ?? pageOf(app, place);
  const contentHash = hashOf({ detailsUrl });
  if (place.private || known.id === null || known.contentHash === contentHash) return;
  const octokit = await app.github.forInstallation(place.installationId);
  const check = { ...splitName(place.fullName), check_run_id: known.id };
  await octokit.rest.checks.update({ ...check, details_url: detailsUrl });
  await saveCheckRun(app.db, key, { ...known, contentHash }, known);
}

/**
 * Returns whether a check waited for a day or longer before anybody was asked, for instance while its pull request was a
 * draft.
 */
const isAskedLater = (askedSince: Date | undefined, check: CheckRun | null): boolean =>
  askedSince !== undefined && check !== null && askedSince.getTime() - check.since.getTime() >= 86_400_000;

function pageOf(app: AppContext, { fullName, number }: Place): string {
  const { signIn, github } = app.config;
  const repository = `${signIn?.webUrl ?? webUrlOf(github.apiUrl)}/${fullName}`;
  return number === undefined ? repository : `${repository}/pull/${number}`;
}

function inTime(given: CheckContent, { open, number }: Place, nearlyStale: boolean): CheckContent {
  if (given.conclusion !== null) return given;
  if (!open && number !== undefined) return { ...renderClosed(number), text: given.text };
  if (!nearlyStale) return given;
  return {
    ...given,
    status: 'completed',
    conclusion: staleConclusion,
    title: `No decision for ${staleAfterDays} days: ${given.title}`,
    summary: `GitHub drops a check that is open for 14 days. Press \u201c${keepWaiting.label}\u201d to keep it open; a decision still counts at any time.\n\n${given.summary}`,
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

/** Returns a hash that shows whether GitHub already has this content. */
export function hashOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
