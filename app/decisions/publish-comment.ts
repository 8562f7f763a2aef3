import type { AppContext } from '../context.ts';
import { isStatus, type Octokit, splitName } from '../github.ts';
import { type CommentRow, marker, renderComment } from '../render/comment.ts';
import { runsAgain } from '../render/pull-checks.ts';
import { type Settings, settingsFor } from '../settings/file.ts';
import { describeProblems, describeTeam } from '../settings/read-settings.ts';
import { waysTo } from '../sign-in/address.ts';
import { describeVisitors, requirementOf } from '../sign-in/may-pass.ts';
import { findCheckRun } from '../store/check-runs.ts';
import { findHandOff } from '../store/hand-offs.ts';
import { findPullRequest, type PullRequest, saveComment } from '../store/pull-requests.ts';
import { listNewest, openSecret, type Registration } from '../store/registrations.ts';
import { findGoverning } from './governing.ts';
import { whyNoAgent } from './start-fixing-agent.ts';
import { hashOf } from './write-check.ts';

/** Creates or updates the pull request's one comment. Call it under the pull request's lock. */
export async function publishComment(app: AppContext, stale: PullRequest, settings: Settings): Promise<void> {
  const pull = await findPullRequest(app.db, stale.repositoryId, stale.number);
  if (pull === null) return;
  const registrations = (await listNewest(app.db, pull)).filter(({ silent }) => !silent);
  const wrong = describeProblems(settings.problems) ?? (await describeTeam(app, pull, settings));
  // A repository that does not use this gets no comment about it.
  if (registrations.length === 0 && wrong === null && pull.commentId === null) return;
  const problems = wrong === null ? [] : [wrong];
  const rows: CommentRow[] = [];
  let withheld = false;
  let visitors: { visitors?: string } = {};
  const noAgent = whyNoAgent(pull, settings);
  for (const registration of registrations) {
    const handOff = await findHandOff(app.db, registration);
    if (pull.open && registration.status === 'changes_requested') {
      problems.push(...[handOff?.problem, noAgent].filter((problem) => problem != null));
    }
    const own = settingsFor(settings, registration);
    const ways = waysTo(app.config, own, registration);
    if (!ways.direct && ways.signIn === null) withheld = true;
    if (!ways.direct) visitors = { visitors: describeVisitors(requirementOf(own, pull.private)) };
    const check = await findCheckRun(app.db, registration);
    const governedBy = await findOther(app, registration, settings);
    // Of a review that ended, only the check after “Try again” is incomplete.
    const isAgain = governedBy === null && check !== null && check.conclusion === null;
    const url = ways.direct ? readUrl(app, registration) : ways.signIn;
    rows.push({
      name: registration.name,
      status: registration.status,
      facts: registration.facts && {
        ...registration.facts,
        ...(settings.pictures ? {} : { thumbnail: null }),
        ...(pull.open ? {} : { asked: [] }),
      },
      olderCommit: registration.headSha === pull.headSha ? null : registration.headSha,
      link: url === null ? null : { url, signIn: !ways.direct },
      ...(pull.open ? (isAgain ? { next: [`${runsAgain.title}.`] } : {}) : { next: [] }),
      fixingAgentStarted: handOff?.state === 'sent',
      conclusion: check?.conclusion ?? null,
      governedBy,
    });
  }
  const body = renderComment(rows, {
    linksWithheld: withheld ? (app.config.signIn === null ? 'no sign-in' : 'by default') : null,
    problems: [...new Set(problems)],
    ...visitors,
  });
  const shown = {
    link: rows.some(({ link }) => link?.signIn === false),
    image: rows.some(({ facts }) => (facts?.thumbnail ?? null) !== null),
  };
  const had = privateParts.filter((part) => pull.commentHash?.includes(`${part}:`));
  // GitHub shows everybody who can read a comment also its older versions.
  const isReplaced = !pull.private && had.some((part) => !shown[part]);
  const has = privateParts.filter((part) => shown[part] || (!isReplaced && had.includes(part)));
  const hash = [...has, hashOf(body)].join(':');
  if (pull.commentHash === hash) return;

  const octokit = await app.github.forInstallation(pull.installationId);
  if (isReplaced) await remove(octokit, pull);
  const id = await write(app, octokit, isReplaced ? { ...pull, commentId: null } : pull, body);
  if (id !== null) await saveComment(app.db, pull, id, hash);
}

/**
 * What only readers of a private repository may see, by default: a review's own link, and images. The stored hash of a
 * comment begins with those that it shows, or once did.
 */
const privateParts = ['link', 'image'] as const;

async function remove(octokit: Octokit, { fullName, commentId }: PullRequest): Promise<void> {
  if (commentId === null) return;
  try {
    await octokit.rest.issues.deleteComment({ ...splitName(fullName), comment_id: commentId });
  } catch (error) {
    // Somebody was faster.
    if (!isStatus(error, 404, 410)) throw error;
  }
}

/** Returns the number of the other pull request whose review the check of one without a decision shows; null for its own. */
async function findOther(app: AppContext, registration: Registration, settings: Settings): Promise<number | null> {
  if (registration.status === 'approved' || registration.status === 'changes_requested') return null;
  const number = (await findGoverning(app, registration, settings))?.pullRequest ?? registration.pullRequest;
  return number === registration.pullRequest ? null : number;
}

function readUrl(app: AppContext, registration: Registration): string | null {
  if (registration.facts === null) return null;
  return `${registration.facts.linkBase}${encodeURIComponent(openSecret(app, registration))}`;
}

async function write(app: AppContext, octokit: Octokit, pull: PullRequest, body: string): Promise<number | null> {
  const repository = splitName(pull.fullName);
  const known = pull.commentId ?? (await findOwnComment(app, octokit, pull));
  if (known !== null) {
    try {
      return (await octokit.rest.issues.updateComment({ ...repository, comment_id: known, body })).data.id;
    } catch (error) {
      // Somebody deleted the comment: create it again.
      if (!isStatus(error, 404, 410)) throw error;
    }
  }
  // Another repository may have taken the name since; it must not learn of the review.
  const { data: live } = await octokit.rest.pulls.get({ ...repository, pull_number: pull.number });
  if (live.base.repo.id !== pull.repositoryId) return null;
  return (await octokit.rest.issues.createComment({ ...repository, issue_number: pull.number, body })).data.id;
}

/** Finds our comment. Reads every page, because anybody can write the marker, so it proves nothing alone. */
async function findOwnComment(app: AppContext, octokit: Octokit, pull: PullRequest): Promise<number | null> {
  const login = await app.github.botLogin();
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
