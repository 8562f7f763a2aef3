import { describeDifferences } from '../app/render/base.ts';
import { readFacts } from '../app/render/facts.ts';
import { plural } from '../app/render/markdown.ts';
import { referenceOf } from '../server/contract/reference.ts';
import type { Review } from '../server/contract/review.ts';
import { chooseLink, register, requirePassing, requireProof, secretOf } from './app.ts';
import { findBase } from './baseline/candidates.ts';
import { isAccepted, runForPush } from './baseline/record.ts';
import { rowOf } from './comment/row.ts';
import { readRow, removeComments, withdrawComment, writeComment } from './comment/write.ts';
import { ActionError, inputError, Skip } from './error.ts';
import { findPullRequest, type PullRequest, readEvent, readPush } from './event.ts';
import { createGitHub, explainOutage, type GitHub } from './github.ts';
import { chosenSources, type Inputs } from './inputs.ts';
import { inGroup, keepSecret, log, notice, warn } from './log.ts';
import { complete, shardsLeft } from './pass/complete.ts';
import { openPass } from './pass/open-pass.ts';
import { findPrevious, findSettled } from './pass/previous.ts';
import { requireApproval, waitForComparison, waitForDecision } from './pass/wait-for-decision.ts';
import { restore, withdraw } from './pass/withdraw.ts';
import { describeRemarks, noticesOf, type Report, requireWhole } from './report.ts';
import { type App, connect, explain, type Service, warnOfTokensEnd } from './service.ts';
import { requireCredential } from './sign-in.ts';
import { collect } from './sources/index.ts';

/**
 * Runs the steps. Everything known is written to `report` at once, so that a failure still reports it.
 * @throws Skip when there is nothing to review · ActionError with the fix
 */
export async function main(inputs: Inputs, report: Report, env: NodeJS.ProcessEnv): Promise<void> {
  try {
    await start(inputs, report, env);
  } catch (error) {
    throw explainOutage(error);
  }
}

async function start(inputs: Inputs, report: Report, env: NodeJS.ProcessEnv): Promise<void> {
  const github = createGitHub({
    apiUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
    token: inputs['github-token'],
    repository: env.GITHUB_REPOSITORY ?? '',
  });
  const event = await readEvent(env);
  const push = readPush(event, env);
  if (push !== null && isAccepted(inputs.baseline, push.branch, push.defaultBranch)) {
    await runForPush(push, { github, inputs, report, env });
    return;
  }
  const pull = await findPullRequest(event, github, env);
  if (pull.others.length > 0) {
    const numbers = pull.others.map((number) => `#${number}`).join(', ');
    warn(
      `Several open pull requests have the head ${pull.headSha.slice(0, 7)}, and GitHub does not say which of them this run is for: #${pull.number} is reviewed, not ${numbers}. Under "on: pull_request", each has a run of its own.`,
    );
  }
  const isClosed = pull.action === 'closed';
  if (pull.draft && !inputs.drafts && !isClosed) await requireReady(github, pull);
  requireCredential(inputs.token, pull, env);
  if (!isClosed) requireOwnCode(inputs, pull, env);

  const service = withoutApp(await connect(inputs['service-url'], inputs.token), inputs);
  try {
    const run = { github, pull, inputs, report, env };
    await (isClosed ? close(service, run) : review(service, run));
  } catch (error) {
    throw explain(error, service);
  }
}

interface Run {
  github: GitHub;
  pull: PullRequest;
  inputs: Inputs;
  report: Report;
  env: NodeJS.ProcessEnv;
}

/** Withdraws the review of a pull request that was closed, and says so in the comment. An App does both itself. */
async function close(service: Service, { github, pull, inputs, report }: Run): Promise<void> {
  const { newest } = await findPrevious(service.client, referenceOf(pull, inputs.name));
  if (service.document.app === null && newest !== null) {
    chooseLink(inputs, pull, null);
    report.link = { url: newest.review_url, signIn: false };
    report.showsImages = inputs.pictures === '' ? pull.private : inputs.pictures === 'true';
    const before = await service.client.call('get_review', { id: newest.id });
    const shown = inputs.comment ? await readRow(github, pull.number, newest.id) : undefined;
    // Only the run that took the screenshots knows how many its runner could not take.
    const failed = Math.max(0, (shown?.shots.failed ?? 0) - before.problems.length);
    if (failed === 0) report.settled = await findSettled(service.client, before, inputs['carry-over']);
    report.review = await withdraw(service, newest);
    await comment(github, pull, inputs, report, failed);
  }
  throw new Skip('The pull request is closed.');
}

/** Writes the row of this review into the pull request's comment. */
async function comment(
  github: GitHub,
  pull: PullRequest,
  inputs: Inputs,
  report: Report,
  failed = report.failedShots.length,
): Promise<void> {
  const { review, link, showsImages, settled } = report;
  if (!inputs.comment || review === null || link === null) return;
  const shown = { showsImages, link, isPublic: !pull.private, failed, settled, now: Date.now() };
  const kept = await writeComment(github, pull.number, rowOf(review, inputs.name, shown));
  if (!kept) warn('Other jobs kept overwriting the comment; the link is in the summary of this job.');
}

async function review(service: Service, run: Run): Promise<void> {
  const { github, inputs, report, env } = run;
  const pull = await withVisibility(github, run.pull);
  const { app } = service.document;
  report.showsImages = inputs.pictures === '' ? pull.private : inputs.pictures === 'true';
  if (!pull.private && (inputs.link !== 'direct' || inputs.comment)) {
    const may = { link: inputs.link === 'direct', images: report.showsImages };
    await withdrawComment(github, pull.number, inputs.name, may).catch(() =>
      warn('The comment of an earlier run may have the review’s link or images and could not be removed: delete it.'),
    );
  }
  const link = chooseLink(inputs, pull, app);
  if (app !== null) requireProof(app, pull, env);

  const workspace = env.GITHUB_WORKSPACE ?? process.cwd();
  const material = await inGroup(`Sightline: ${chosenSources(inputs).join(', ')} of "${inputs.name}"`, () =>
    collect(inputs, {
      ...{ github, workspace, log, warn },
      head: { sha: pull.headSha, number: pull.number, branch: pull.headRef },
    }),
  );
  if (material.kind === 'shots') report.failedShots = material.failed;
  if (inputs.shard !== null) {
    requireWhole(report, 'This shard sent nothing, because the review would lack these screenshots.');
  }
  await requireHead(github, pull);
  if (app === null && pull.action === 'reopened') {
    const { newest } = await findPrevious(service.client, referenceOf(pull, inputs.name));
    if (newest !== null) await restore(service, newest);
  }
  const base = await chooseBase(github, pull, inputs, report.failedShots.length);
  const pass = await openPass(service, { pull, inputs, material, base, env, warn });
  report.review = pass.review;
  report.reused = pass.reused;
  // With an App, its answer decides whether the link may be shown.
  if (app === null) report.link = { url: pass.review.review_url, signIn: false };
  else if (link === 'sign-in') keepLinksSecret(pass.review);
  log(
    pass.reused
      ? `Pass ${pass.review.pass} of "${inputs.name}" shows this commit already; it is used again.`
      : `Opened pass ${pass.review.pass} of "${inputs.name}" (${pass.review.id}).`,
  );

  const milliseconds = inputs.timeout * 60_000;
  report.review = await inGroup('Sightline: screenshots', async () => {
    const shard = inputs.shard?.number ?? null;
    const made = await complete(service, pass, material, { milliseconds, log, shard });
    return shardsLeft(made) > 0 ? made : waitForComparison(service.client, made, milliseconds);
  });
  const left = shardsLeft(report.review);
  if (left > 0) {
    notice(`${plural(left, 'shard')} of "${inputs.name}" to come: the job that is last opens the review.`);
    return;
  }
  logProblems(report.review, report.failedShots);
  if (report.review.status === 'failed') throw new ActionError(report.review.next_action.summary);

  await warnOfTokensEnd(service, Date.now());
  if (report.failedShots.length === 0) {
    report.settled = await findSettled(service.client, report.review, inputs['carry-over']);
  }

  const answer = await notifyApp(app, { report, pull, inputs, link });
  const isOurs = answer === null || answer.comment === 'action';
  if (!isOurs) await removeComments(github, pull.number).catch(() => log('The comment of an earlier run stays.'));
  if (isOurs) await comment(github, pull, inputs, report);
  if (report.link !== null) log(`Review: ${report.link.url}`);
  else notice('The GitHub App shows no link to the review: see "link" in .github/sightline.yml.');
  const { base: differences } = readFacts(report.review);
  if (report.settled !== null) log(report.settled);
  else if (differences != null) log(describeDifferences(differences));

  if (inputs.wait === 0 || report.settled !== null) return;
  const before = report.review.status;
  if (before === 'open') log(`Waiting up to ${plural(inputs.wait, 'minute')} for the decision.`);
  // An outage of GitHub does not end the wait.
  const readLive = () => github.livePull(pull.number).catch(() => null);
  const isClosed = async () => (await readLive())?.open === false;
  const wait = { milliseconds: inputs.wait * 60_000, isClosed };
  report.review = await waitForDecision(service.client, report.review, wait);
  const { open = true, headSha = pull.headSha } = (await readLive()) ?? {};
  if (!open && app === null) report.review = await withdraw(service, report.review);
  if (isOurs && report.review.status !== before) await comment(github, pull, inputs, report);
  if (!open && report.review.status !== 'approved') {
    throw new Skip('The pull request is closed, so this job no longer waits for a decision.');
  }
  requireApproval(report.review, inputs.wait);
  // The App takes only the head of an open pull request. Nothing waits for another commit.
  if (!open || headSha !== pull.headSha) return;
  report.reused ||= report.review.id !== pass.review.id;
  const decided = await notifyApp(app, { report, pull, inputs, link });
  if (decided !== null) requirePassing(decided);
}

/**
 * Returns what the pass is to be compared with. Nothing, if a screenshot could not be taken: it would look as if nothing
 * had changed there.
 */
async function chooseBase(github: GitHub, pull: PullRequest, inputs: Inputs, failed: number) {
  if (inputs.baseline[0] === 'never') return null;
  if (failed > 0) {
    notice('Not every screenshot could be taken, so the review is not compared with a baseline.');
    return null;
  }
  const base = await findBase(github, pull, inputs.name);
  if (base === null) {
    notice(
      'GitHub shows this job no common commit of the pull request and its base, so the review is not compared with a baseline. The job needs the permission "contents: read"; to switch this off, set "baseline: never".',
    );
  }
  return base;
}

/** Shows what people should know about the screenshots, as annotations of the run. */
function logProblems({ problems, screenshots }: Review, failedShots: Report['failedShots']): void {
  for (const line of describeRemarks([...problems, ...failedShots])) warn(line);
  for (const line of describeRemarks(noticesOf(screenshots))) notice(line);
}

/** Registers the pass with the App. @returns its answer; null when there is no App */
async function notifyApp(
  app: App | null,
  { report, pull, inputs, link }: { report: Report; pull: PullRequest; inputs: Inputs; link: 'direct' | 'sign-in' },
): Promise<Awaited<ReturnType<typeof register>> | null> {
  if (app === null || report.review === null) return null;
  const { name, comment, 'carry-over': carryOver } = inputs;
  const { review, reused } = report;
  const result = await register(app, { review, name, pull, link, comment, carryOver, reused });
  report.checkUrl = result.check_url;
  report.conclusion = result.conclusion ?? null;
  // The check goes by the repository's settings, which a job does not know.
  if (result.settled !== undefined && report.failedShots.length === 0) report.settled = result.settled;
  // The workflow may be stricter than the settings.
  const shown = result.link === 'direct' ? link : result.link;
  if (shown === 'direct') report.link = { url: review.review_url, signIn: false };
  else keepLinksSecret(review);
  if (shown === 'sign-in') {
    if (result.sign_in_url === null) {
      throw new ActionError(
        `The GitHub App at ${app.url} took the review but gave no address that asks people to sign in, so nothing was posted. Let its operator set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET, or set "link: direct".`,
      );
    }
    report.link = { url: result.sign_in_url, signIn: true };
  }
  return result;
}

function keepLinksSecret({ review_url, guest_share_url }: Review): void {
  for (const url of [review_url, guest_share_url]) keepSecret(secretOf(url));
}

/** Skips drafts. A re-run has the event of its first run, and the pull request may be ready by now. */
async function requireReady(github: GitHub, pull: PullRequest): Promise<void> {
  if ((await github.livePull(pull.number))?.draft === false) return;
  throw new Skip(
    'The pull request is a draft. Set "drafts: true" to review drafts, or have the workflow run when it is ready: "types: [opened, synchronize, reopened, ready_for_review]" under "on: pull_request:".',
  );
}

/** Returns the pull request of a repository that may have become public since the event of this run. */
async function withVisibility(github: GitHub, pull: PullRequest): Promise<PullRequest> {
  const live = await github.livePull(pull.number);
  return live === null ? pull : { ...pull, private: live.private };
}

/**
 * Requires the current head: a late or repeated run of an older commit must not put its pass in front of the newer
 * commit's.
 */
async function requireHead(github: GitHub, pull: PullRequest): Promise<void> {
  const live = await github.livePull(pull.number);
  if (live?.open === false) throw new Skip('The pull request is closed.');
  if (live === null || live.headSha === pull.headSha) return;
  throw new Skip(
    `The pull request has moved on from ${pull.headSha.slice(0, 7)} to ${live.headSha.slice(0, 7)}, whose own run counts.`,
  );
}

/** Returns the service as this run uses it: without its App where the workflow excludes it. */
function withoutApp(service: Service, inputs: Inputs): Service {
  const { app } = service.document;
  if (app === null && inputs.app === 'required') {
    throw inputError('app', `${service.url} has no GitHub App. Let its operator set one up, or use app: auto.`);
  }
  if (app === null || inputs.app !== 'none') return service;
  return { ...service, document: { ...service.document, app: null } };
}

/**
 * Requires the repository's own code. Strangers' pages run scripts, so they belong into the part of the job that has no
 * secrets.
 */
function requireOwnCode(inputs: Inputs, pull: PullRequest, env: NodeJS.ProcessEnv): void {
  const source = chosenSources(inputs).find((name) => name === 'dir' || name === 'storybook');
  if (!pull.fork || env.GITHUB_EVENT_NAME === 'pull_request' || source === undefined) return;
  throw inputError(
    source,
    'this run has secrets, and the pull request comes from a fork, whose pages must not run beside them. Take images in the workflow without secrets, upload them as an artifact, and give them to "images" here.',
  );
}
