import { isStatus, type Octokit, splitName } from '../github.ts';
import type { Parts } from '../parts.ts';
import { type CommentRow, marker, renderComment } from '../render/comment.ts';
import { type Settings, settingsFor } from '../settings/file.ts';
import { describeProblems } from '../settings/read-settings.ts';
import { describeTeam } from '../settings/read-team.ts';
import { waysTo } from '../sign-in/address.ts';
import { findCheckRun } from '../store/check-runs.ts';
import { findHandOff } from '../store/hand-offs.ts';
import { findPullRequest, type PullRequest, saveComment } from '../store/pull-requests.ts';
import { listNewest, type Registration, secretOwner } from '../store/registrations.ts';
import { whyNoAgent } from './hand-off.ts';
import { hashOf } from './hash.ts';

/** Writes the pull request's one comment, or brings it up to date. Call it under the pull request's lock. */
export async function publishComment(parts: Parts, stale: PullRequest, settings: Settings): Promise<void> {
  const pull = await findPullRequest(parts.database, stale.repositoryId, stale.number);
  if (pull === null) return;
  const registrations = (await listNewest(parts.database, pull)).filter(({ silent }) => !silent);
  const wrong = describeProblems(settings.problems) ?? (await describeTeam(parts, pull, settings));
  // A repository that does not use this is not told of it.
  if (registrations.length === 0 && wrong === null && pull.commentId === null) return;
  const problems = wrong === null ? [] : [wrong];
  const rows: CommentRow[] = [];
  let withheld = false;
  const noAgent = whyNoAgent(pull, settings);
  for (const registration of registrations) {
    const handOff = await findHandOff(parts.database, registration);
    if (handOff?.problem != null) problems.push(handOff.problem);
    if (noAgent !== null && registration.status === 'changes_requested') problems.push(noAgent);
    const ways = waysTo(parts.config, settingsFor(settings, registration), registration);
    if (!ways.direct && ways.signIn === null) withheld = true;
    rows.push({
      name: registration.name,
      status: registration.status,
      facts: registration.facts,
      olderCommit: registration.headSha === pull.headSha ? null : registration.headSha,
      reviewUrl: ways.direct ? readUrl(parts, registration) : ways.signIn,
      handOff: handOff?.state === 'sent' ? 'started' : null,
      conclusion: (await findCheckRun(parts.database, registration))?.conclusion ?? null,
    });
  }
  const body = renderComment(rows, {
    pictures: settings.pictures,
    linksWithheld: withheld,
    signInMissing: parts.config.signIn === null,
    problems: [...new Set(problems)],
  });
  const hash = hashOf(body);
  if (pull.commentHash === hash) return;

  const octokit = await parts.github.forInstallation(pull.installationId);
  const id = await write(parts, octokit, pull, body);
  if (id !== null) await saveComment(parts.database, pull, id, hash);
}

function readUrl(parts: Parts, registration: Registration): string | null {
  if (registration.facts === null) return null;
  const secret = parts.secrets.open(registration.secret, secretOwner(registration));
  return `${registration.facts.linkBase}${encodeURIComponent(secret)}`;
}

async function write(parts: Parts, octokit: Octokit, pull: PullRequest, body: string): Promise<number | null> {
  const repository = splitName(pull.fullName);
  const known = pull.commentId ?? (await findOwnComment(parts, octokit, pull));
  if (known !== null) {
    try {
      return (await octokit.rest.issues.updateComment({ ...repository, comment_id: known, body })).data.id;
    } catch (error) {
      // Somebody deleted it: it is written anew.
      if (!isStatus(error, 404, 410)) throw error;
    }
  }
  // Whoever has taken over the name of a repository that was renamed is told nothing of it.
  const { data: live } = await octokit.rest.pulls.get({ ...repository, pull_number: pull.number });
  if (live.base.repo.id !== pull.repositoryId) return null;
  return (await octokit.rest.issues.createComment({ ...repository, issue_number: pull.number, body })).data.id;
}

/** Reads every page: the marker alone proves nothing, as anybody can write it. */
async function findOwnComment(parts: Parts, octokit: Octokit, pull: PullRequest): Promise<number | null> {
  const login = await parts.github.botLogin();
  const comments = octokit.paginate.iterator(octokit.rest.issues.listComments, {
    ...splitName(pull.fullName),
    issue_number: pull.number,
    per_page: 100,
  });
  for await (const page of comments) {
    const own = page.data.find((comment) => comment.user?.login === login && comment.body?.startsWith(marker));
    if (own !== undefined) return own.id;
  }
  return null;
}
