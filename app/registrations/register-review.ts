import { GITHUB_PREFIX, referenceOf } from '../../server/contract/reference.ts';
import { Registration, type RegistrationResult } from '../../server/contract/registration.ts';
import { whatIsWrong } from '../../server/contract/what-is-wrong.ts';
import { insertAssertion } from '../../server/domain/assertion/store.ts';
import type { AppContext } from '../context.ts';
import { findGoverning, findReasonToPass, withReview } from '../decisions/governing.ts';
import { publishCheck } from '../decisions/publish-check.ts';
import { describeError } from '../describe-error.ts';
import { Refusal } from '../http/request.ts';
import { describeReason } from '../render/check.ts';
import { passesByOther } from '../render/comment.ts';
import type { ReviewerView } from '../reviews.ts';
import { settingsFor } from '../settings/file.ts';
import { readSettings } from '../settings/read-settings.ts';
import { signInAddress, waysTo } from '../sign-in/address.ts';
import { findCheckRun } from '../store/check-runs.ts';
import {
  commitLock,
  findPullRequest,
  pullRequestLock,
  resumePullRequest,
  savePullRequest,
} from '../store/pull-requests.ts';
import {
  findRegistration,
  markUnsynced,
  openSecret,
  type RegistrationKey,
  saveRegistration,
  secretAssociatedData,
} from '../store/registrations.ts';
import { readSharing, saveSharing } from './read-pull-request.ts';
import { resolvePullRequest, verifyJob } from './resolve-pull-request.ts';

/** `POST /registrations`: registers a pass for a job that proves its identity. Throws a {@link Refusal}. */
export async function registerReview(app: AppContext, body: unknown): Promise<RegistrationResult> {
  const read = Registration.safeParse(body, { error: whatIsWrong });
  if (!read.success) {
    const fields = read.error.issues.map(
      ({ path, message }) => `${path.length === 0 ? 'It' : `\`${path.join('.')}\``} ${message}.`,
    );
    throw new Refusal(422, 'invalid_request', `The registration is not complete. ${fields.join(' ')}`);
  }
  const wanted = read.data;
  const job = await verifyJob(app, wanted.id_token);
  const used = { hash: app.secrets.hash(`registration ${job.jti}`), expiresAt: job.expiresAt };
  if (!(await insertAssertion(app.db, used))) {
    throw new Refusal(
      401,
      'unauthenticated',
      'This id-token was used before. Ask for a new one for each registration.',
    );
  }
  const installationId = await app.github.findInstallation(job.repository);
  if (installationId === null) {
    throw new Refusal(
      404,
      'not_found',
      `The App is not installed on ${job.repository}. Install it there, or set "app: none" in the workflow to do without its check.`,
    );
  }
  const octokit = await app.github.forInstallation(installationId);
  const pull = await resolvePullRequest(octokit, installationId, job, {
    number: wanted.pull_request,
    headSha: wanted.head_sha,
    triggeredBy: wanted.workflow_run_id ?? null,
  });
  const sharing = await readSharing(app, octokit, pull);
  const view = await app.reviews.read(wanted.review_secret);
  checkReview(view, wanted, pull.repositoryId);

  const key = { repositoryId: pull.repositoryId, reviewId: wanted.review_id };
  await app.transaction(async (tx) => {
    await savePullRequest(tx, pull);
    await saveSharing(tx, pull, sharing);
    await resumePullRequest(tx, pull);
    const registration = {
      ...key,
      pullRequest: pull.number,
      name: wanted.name,
      headSha: wanted.head_sha,
      runId: job.run.id,
      silent: wanted.comment === false,
      signInOnly: wanted.link === 'sign-in',
      shownPrivately: pull.private,
      carryOver: wanted.carry_over !== false,
      secret: app.secrets.encrypt(wanted.review_secret, secretAssociatedData(key)),
    };
    const saved = await saveRegistration(tx, registration, { reused: wanted.reused === true });
    if (saved === 'conflict') {
      throw new Refusal(409, 'conflict', 'This review is registered for another name, pull request or commit already.');
    }
    await app.jobs.syncReview(key, { tx });
    // From here on the head is known, even if an earlier event of the pull request was lost.
    for (const { repositoryId, number, installationId, fullName } of [pull, ...sharing.pulls]) {
      await app.jobs.refreshPullRequest({ repositoryId, number, installationId, fullName }, { tx });
    }
  });
  app.log.info({ ...key, pullRequest: pull.number, name: wanted.name }, 'a review was registered');
  const { appUrl, signIn } = app.config;
  return {
    ...(await publishNow(app, key)),
    comment: 'app',
    sign_in_url: signIn === null ? null : signInAddress(appUrl, key),
  };
}

function checkReview(view: ReviewerView | null, wanted: Registration, repositoryId: number): void {
  const refuse = (message: string) => new Refusal(422, 'invalid_request', message);
  if (view === null || view.review.id !== wanted.review_id) {
    throw refuse('The review and its secret do not belong together at this App\u2019s service.');
  }
  if (view.review.revision !== wanted.head_sha) {
    throw refuse('The review\u2019s `revision` is not the head commit of the pull request.');
  }
  const { reference } = view.review;
  const expected = referenceOf({ repositoryId, number: wanted.pull_request }, wanted.name);
  if (reference?.startsWith(GITHUB_PREFIX) && reference !== expected) {
    throw refuse('The review\u2019s `reference` is of another repository, pull request or name.');
  }
}

// Publishes the check at once, because the answer names it. When GitHub refuses, the queue does it later. No link is
// shown unless the settings are known.
async function publishNow(
  app: AppContext,
  key: RegistrationKey,
): Promise<Pick<RegistrationResult, 'check_url' | 'link' | 'settled' | 'conclusion'>> {
  const result: Awaited<ReturnType<typeof publishNow>> = { check_url: null, link: 'hidden' };
  try {
    const registration = await findRegistration(app.db, key);
    if (registration === null) return result;
    const pull = await findPullRequest(app.db, key.repositoryId, registration.pullRequest);
    if (pull === null) return result;
    const settings = await readSettings(app, pull);
    const ways = waysTo(app.config, settingsFor(settings, registration), registration);
    result.link = ways.direct ? 'direct' : ways.signIn === null ? 'hidden' : 'sign-in';
    const check = await app.locks.withLock(pullRequestLock(pull), async () => {
      const review = (await app.reviews.read(openSecret(app, registration)))?.review ?? null;
      const current = withReview(registration, review);
      const publish = async () => {
        const governing = await findGoverning(app, registration, settings, current);
        result.settled = null;
        if (governing?.reviewId === key.reviewId) {
          const reason = await findReasonToPass(app, pull, current, settings);
          if (reason !== null) result.settled = describeReason(reason).title;
          // What GitHub shows for this commit on other pull requests no longer matches the check.
          await markUnsynced(app.db, registration, key.reviewId);
          await publishCheck(app, pull, registration, review, settings, reason);
        }
        const written = await findCheckRun(app.db, registration);
        const isOther = governing !== null && governing.pullRequest !== pull.number;
        if (isOther && current.status === 'open' && written?.conclusion === 'success') {
          result.settled = passesByOther(governing.pullRequest);
        }
        return written;
      };
      return await app.locks.withLock(commitLock(registration), publish, 'nested');
    });
    if (check !== null) Object.assign(result, { check_url: check.url, conclusion: check.conclusion });
  } catch (error) {
    app.log.warn({ ...key, ...describeError(error) }, 'the check could not be made at once');
  }
  return result;
}
