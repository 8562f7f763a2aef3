import { Registration, type RegistrationResult } from '../../server/contract/registration.ts';
import { whatIsWrong } from '../../server/contract/what-is-wrong.ts';
import { findCarriedFrom, findGoverning, withReview } from '../decision/governing.ts';
import { publishCheck } from '../decision/publish-check.ts';
import { Refusal } from '../http.ts';
import { describeError } from '../log.ts';
import type { Parts } from '../parts.ts';
import type { ReviewerView } from '../service.ts';
import { readSettings } from '../settings/read-settings.ts';
import { signInAddress } from '../sign-in/address.ts';
import { findPullRequest, lockOf, lockOfCommit, resumePullRequest, savePullRequest } from '../store/pull-requests.ts';
import { findRegistration, saveRegistration, secretOwner } from '../store/registrations.ts';
import { useToken } from '../store/used-tokens.ts';
import { readSharing, saveSharing } from './read-sharing.ts';
import { resolvePullRequest } from './resolve-pull-request.ts';
import type { VerifyIdToken } from './verify-id-token.ts';

/** `POST /registrations`: takes a pass of a job that proves who it is. Throws a {@link Refusal}. */
export async function register(parts: Parts, verify: VerifyIdToken, body: unknown): Promise<RegistrationResult> {
  const read = Registration.safeParse(body, { error: whatIsWrong });
  if (!read.success) {
    const fields = read.error.issues.map(
      ({ path, message }) => `${path.length === 0 ? 'It' : `\`${path.join('.')}\``} ${message}.`,
    );
    throw new Refusal(422, 'invalid_request', `The registration is not complete. ${fields.join(' ')}`);
  }
  const wanted = read.data;
  const claims = await verify(wanted.id_token);
  if (!(await useToken(parts.database, claims.jti, claims.exp))) {
    throw new Refusal(
      401,
      'unauthenticated',
      'This id-token was used before. Ask for a new one for each registration.',
    );
  }
  const installationId = await parts.github.findInstallation(claims.repository);
  if (installationId === null) {
    throw new Refusal(404, 'not_found', `The App is not installed on ${claims.repository}.`);
  }
  const octokit = await parts.github.forInstallation(installationId);
  const pull = await resolvePullRequest(octokit, installationId, claims, {
    number: wanted.pull_request,
    headSha: wanted.head_sha,
    triggeredBy: wanted.workflow_run_id ?? null,
  });
  const sharing = await readSharing(parts, octokit, pull);
  const view = await parts.service.readReview(wanted.review_secret);
  checkReview(view, wanted, pull.repositoryId);

  const key = { repositoryId: pull.repositoryId, reviewId: wanted.review_id };
  await parts.database.transaction(async (queries) => {
    await savePullRequest(queries, pull);
    await saveSharing(queries, pull, sharing);
    await resumePullRequest(queries, pull);
    const saved = await saveRegistration(queries, {
      ...key,
      pullRequest: pull.number,
      name: wanted.name,
      headSha: wanted.head_sha,
      runId: claims.run_id,
      silent: wanted.comment === false,
      signInOnly: wanted.link === 'sign-in',
      carryOver: wanted.carry_over !== false,
      secret: parts.secrets.seal(wanted.review_secret, secretOwner(key)),
    });
    if (saved === 'conflict') {
      throw new Refusal(409, 'conflict', 'This review is registered for another name, pull request or commit already.');
    }
    await parts.queue.follow(key, { queries });
    // Whatever event of the pull request was lost before, its head is known now.
    for (const { repositoryId, number, installationId, fullName } of [pull, ...sharing.pulls]) {
      await parts.queue.refresh({ repositoryId, number, installationId, fullName }, { queries });
    }
  });
  parts.log.info('A review was registered.', { ...key, pullRequest: pull.number, name: wanted.name });
  const { appUrl, signIn } = parts.config;
  return {
    check_url: await publishNow(parts, key),
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
  const expected = `github:${repositoryId}:${wanted.pull_request}:${wanted.name}`;
  if (reference?.startsWith('github:') && reference !== expected) {
    throw refuse('The review\u2019s `reference` is of another repository, pull request or name.');
  }
}

// The answer names the check, so it is made at once; when GitHub does not let us, the queue will.
async function publishNow(parts: Parts, key: { repositoryId: number; reviewId: string }): Promise<string | null> {
  try {
    const registration = await findRegistration(parts.database, key);
    if (registration === null) return null;
    const pull = await findPullRequest(parts.database, key.repositoryId, registration.pullRequest);
    if (pull === null) return null;
    return await parts.database.withLock(lockOf(pull), async () => {
      const view = await parts.service.readReview(parts.secrets.open(registration.secret, secretOwner(key)));
      const review = view?.review ?? null;
      const settings = await readSettings(parts, pull);
      const current = withReview(registration, review);
      const publish = async () => {
        const governing = await findGoverning(parts, registration, settings, current);
        if (governing?.reviewId !== key.reviewId) return null;
        const carriedFrom = await findCarriedFrom(parts, pull, current, settings);
        return await publishCheck(parts, pull, registration, review, settings, carriedFrom);
      };
      return await parts.database.withLock(lockOfCommit(registration), publish, 'nested');
    });
  } catch (error) {
    parts.log.warn('The check could not be made at once.', { ...key, ...describeError(error) });
    return null;
  }
}
