import { repositoryOf } from '../../contract/reference.ts';
import { insertAssertion, isAssertionUsed } from '../assertion/store.ts';
import { recordJob } from '../audit/record.ts';
import { consumeRateLimit, countingWithin } from '../consume-rate-limit.ts';
import { describeFault } from '../describe-fault.ts';
import { DomainError } from '../failure.ts';
import { newId } from '../ids.ts';
import { oauthRefusal } from '../oauth-refusal.ts';
import type { JobIdentity, Ports, Push, Tx } from '../ports.ts';
import { type BindingRow, findBinding, insertBinding, lockBinding, touchBinding } from '../repository/store.ts';
import { holdWorkspace, insertWorkspace } from '../workspace/store.ts';
import { issueAccess } from './issue-pair.ts';
import { isWelcome, jobClientId, readResource } from './rules.ts';
import { insertConnection, lockConnection, touchConnection } from './store.ts';

const TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:';
const SUBJECT_TYPES: readonly (string | undefined)[] = [`${TOKEN_TYPE}jwt`, `${TOKEN_TYPE}id_token`];
const ACCESS_TOKEN = `${TOKEN_TYPE}access_token`;
const MAX_CHARACTERS = 16_000;

/** The limit for all repositories of one owner together. */
const EXCHANGES = { max: 120, seconds: 60 };
const DAY_SECONDS = 86_400;

/** The parameters of a token request (RFC 8693), each at most once. */
export type JobTokenForm = Readonly<Record<string, string | undefined>>;

/** Checks the form of the request. @returns the id-token */
function readForm(ports: Ports, form: JobTokenForm): string {
  const { subject_token: token, subject_token_type: type, requested_token_type: requested } = form;
  if (token === undefined || token === '') throw oauthRefusal('invalid_request', '`subject_token` is missing.');
  if (!SUBJECT_TYPES.includes(type)) {
    throw oauthRefusal('invalid_request', `\`subject_token_type\` must be ${SUBJECT_TYPES.join(' or ')}.`);
  }
  if (requested !== undefined && requested !== ACCESS_TOKEN) {
    throw oauthRefusal('invalid_request', `\`requested_token_type\` can only be ${ACCESS_TOKEN}.`);
  }
  if (form.actor_token !== undefined) throw oauthRefusal('invalid_request', '`actor_token` is not taken here.');
  readResource(ports.settings, form.resource);
  readResource(ports.settings, form.audience);
  return token;
}

async function verify(ports: Ports, token: string): Promise<JobIdentity> {
  try {
    if (token.length <= MAX_CHARACTERS) return await ports.jobTokens.verify(token);
  } catch (error) {
    if (!ports.jobTokens.isRefused(error)) {
      ports.log.warn({ error: describeFault(error) }, 'the keys of the jobs’ issuer cannot be read');
      throw new DomainError('unavailable', 'The issuer of this id-token cannot be reached. Try again in a moment.');
    }
  }
  throw oauthRefusal(
    'invalid_request',
    `This id-token is not valid here. Ask for a new one in the job, with exactly this audience: ${ports.settings.baseUrl}`,
  );
}

const newConnection = (workspaceId: string, job: JobIdentity, now: Date) => ({
  id: newId(now),
  workspaceId,
  clientId: jobClientId(job.repositoryId),
  clientName: job.repository,
  clientHost: new URL(job.issuer).host,
  joinedWith: null,
  githubLogin: null,
  githubUserId: null,
  endsAt: null,
  createdAt: now,
  lastUsedAt: now,
});

/**
 * Makes the workspace of a repository; returns null when another job has made it. When it throws, nothing is stored.
 */
async function bind(ports: Ports, tx: Tx, job: JobIdentity): Promise<BindingRow | null> {
  const now = ports.clock();
  const workspaceId = newId(now);
  const connection = newConnection(workspaceId, job, now);
  const { issuer, repositoryId, repository, ownerId } = job;
  const row = { issuer, repositoryId, repository, ownerId, workspaceId, connectionId: connection.id, createdAt: now };
  // Waits for a job that is making it right now.
  if (!(await insertBinding(tx, row))) return null;
  const { signup, githubOwners, tryTokensPerDay } = ports.settings;
  if (signup === 'closed' && githubOwners === null) {
    throw oauthRefusal('invalid_request', 'This service makes no new workspaces. Ask its operator for a token.');
  }
  // Counted here, so that only the job that makes the workspace counts, and only if it succeeds.
  const limit = { max: tryTokensPerDay, seconds: DAY_SECONDS };
  await consumeRateLimit(
    countingWithin(ports, tx),
    `job_workspace:${issuer} ${ownerId}`,
    limit,
    'new repositories of this owner',
  );
  await insertWorkspace(tx, { id: workspaceId, createdAt: now });
  await insertConnection(tx, connection);
  return row;
}

/** Returns the repository's workspace, locked until the transaction ends, and its living connection. */
async function join(ports: Ports, tx: Tx, job: JobIdentity): Promise<{ workspaceId: string; connectionId: string }> {
  // Tries again when the workspace was deleted in between, together with its binding.
  for (let tries = 0; tries < 5; tries += 1) {
    const made = await bind(ports, tx, job);
    if (made !== null) return made;
    const known = await findBinding(tx, job.issuer, job.repositoryId);
    if (known === null) continue;
    if (!(await holdWorkspace(tx, known.workspaceId))) continue;
    const binding = await lockBinding(tx, job.issuer, job.repositoryId);
    if (binding === null || binding.workspaceId !== known.workspaceId) continue;
    const now = ports.clock();
    const connection = await lockConnection(tx, binding.workspaceId, binding.connectionId);
    let { connectionId } = binding;
    if (connection === null || connection.endedAt !== null) {
      const fresh = newConnection(binding.workspaceId, job, now);
      await insertConnection(tx, fresh);
      connectionId = fresh.id;
    }
    const { issuer, repositoryId, repository, ownerId } = job;
    const { workspaceId } = binding;
    await touchBinding(tx, { issuer, repositoryId, repository, ownerId, connectionId });
    await touchConnection(tx, workspaceId, connectionId, { clientName: repository, lastUsedAt: now });
    return { workspaceId, connectionId };
  }
  throw new DomainError('unavailable', 'The workspace of this repository is being deleted. Try again in a moment.');
}

/**
 * Returns the push that started a job; null for other events. `pull_request_target` also names a branch and its commit,
 * but what such a job shows may be a stranger's.
 */
function pushOf({ repositoryId, run }: JobIdentity): Push | null {
  const branch = /^refs\/heads\/(.+)$/.exec(run?.ref ?? '')?.[1];
  if (run?.event !== 'push' || branch === undefined || run.sha === null) return null;
  return { repository: repositoryOf(repositoryId), branch, commit: run.sha };
}

/**
 * Signs a GitHub Actions job in by its id-token (RFC 8693). Returns an access token of one hour for the workspace that
 * all jobs of its repository share, which the first sign-in makes.
 * @throws oauthRefusal `invalid_request` for anything wrong with the id-token, as the standard requires, or
 * `invalid_target`; `rate_limited`; `unavailable` when the issuer cannot be reached, and the same id-token may be sent
 * again
 */
export async function exchangeJobToken(ports: Ports, form: JobTokenForm) {
  const job = await verify(ports, readForm(ports, form));
  if (!isWelcome(ports.settings.githubOwners, job)) {
    throw oauthRefusal('invalid_request', 'Jobs of this repository’s owner may not sign in at this service.');
  }
  const hash = ports.secrets.hash(`job-token ${job.issuer} ${job.jti}`);
  const used = oauthRefusal('invalid_request', 'This id-token was used before. Ask for a new one in the job.');
  if (await isAssertionUsed(ports.db, hash)) throw used;
  await consumeRateLimit(ports, `job_token:${job.issuer} ${job.ownerId}`, EXCHANGES, 'sign-ins of this owner’s jobs');
  return ports.transaction(async (tx) => {
    if (!(await insertAssertion(tx, { hash, expiresAt: job.expiresAt }))) throw used;
    const { workspaceId, connectionId } = await join(ports, tx, job);
    const family = { id: connectionId, workspaceId, endsAt: null };
    const { access_token, token_type, expires_in, scope } = await issueAccess(ports, tx, family, pushOf(job));
    await recordJob(tx, workspaceId, job.repositoryId);
    return { access_token, issued_token_type: ACCESS_TOKEN, token_type, expires_in, scope };
  });
}
