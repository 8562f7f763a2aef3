import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type * as contract from '../server/contract/registration.ts';
import { ActionError, inputError, Skip } from './error.ts';
import type { PullRequest } from './event.ts';
import type { Inputs } from './inputs.ts';
import type { App } from './service.ts';
import { getIdToken, hasIdToken } from './sign-in.ts';

// The contract's module would bundle all of zod; the types keep these consistent with it.
export const decisionPath: typeof contract.decisionPath = '/decisions';
const registrationPath: typeof contract.registrationPath = '/registrations';
const Result = z.object({
  check_url: z.nullable(z.string()),
  comment: z.enum(['app', 'action']),
  /** The address that asks people to sign in, for `link: sign-in`. */
  sign_in_url: z.nullable(z.string()),
  /** How the repository's settings lead people to the review. */
  link: z.enum(['direct', 'sign-in', 'hidden']),
  /** Why the check passes without a decision. It is not known while GitHub refuses the check. */
  settled: z.optional(z.nullable(z.string())),
  /** How the check ended; null while it waits. */
  conclusion: z.optional(z.nullable(z.string())),
}) satisfies z.ZodMiniType<contract.RegistrationResult>;

/** Reports what is missing before a review is made that could not be registered. */
export function requireProof(app: App, pull: PullRequest, env: NodeJS.ProcessEnv): void {
  if (env.GITHUB_EVENT_NAME === 'pull_request_target') {
    throw new ActionError(
      `The GitHub App at ${app.url} makes the check for the commit that a run is of, and GitHub runs "pull_request_target" on the base branch. Nothing was made. Use "on: pull_request", or for forks a second workflow with "on: workflow_run", or "app: none" without the check.`,
    );
  }
  if (env.GITHUB_EVENT_NAME?.startsWith('deployment') && env.GITHUB_SHA !== pull.headSha) {
    throw new ActionError(
      `The GitHub App at ${app.url} makes the check for the commit that a run is of, and this run is of the merge commit that was deployed. Nothing was made. Use "on: pull_request" with the input "deployment", which waits for it, or "app: none" without the check.`,
    );
  }
  if (hasIdToken(env)) return;
  throw new ActionError(
    `The GitHub App at ${app.url} makes the check and needs proof of which job this is. Add to the job:\n  permissions:\n    id-token: write\n    contents: read\n    pull-requests: write`,
  );
}

/**
 * Registers a pass with the App. Registering it twice is harmless.
 * @throws ActionError with the App's reason when it refuses or does not answer
 */
export async function register(
  app: App,
  pass: {
    review: { id: string; review_url: string };
    name: string;
    pull: PullRequest;
    link: 'direct' | 'sign-in';
    comment: boolean;
    carryOver: boolean;
    reused: boolean;
  },
): Promise<z.output<typeof Result>> {
  for (let attempt = 0; ; attempt += 1) {
    // A token counts once, so each attempt uses a new one.
    const registration: contract.Registration = {
      id_token: await getIdToken(app.oidc_audience),
      review_id: pass.review.id,
      review_secret: secretOf(pass.review.review_url),
      name: pass.name,
      pull_request: pass.pull.number,
      head_sha: pass.pull.headSha,
      ...(pass.pull.workflowRunId === null ? {} : { workflow_run_id: pass.pull.workflowRunId }),
      // Defaults are left out.
      ...(pass.link === 'sign-in' ? { link: pass.link } : {}),
      ...(pass.comment ? {} : { comment: false }),
      ...(pass.carryOver ? {} : { carry_over: false }),
      ...(pass.reused ? { reused: true } : {}),
    };
    const answer = await send(app.url.replace(/\/+$/, '') + registrationPath, registration);
    if (typeof answer !== 'string') return answer;
    if (attempt === 3 || !answer.startsWith(passing)) {
      throw new ActionError(
        `The GitHub App at ${app.url} did not take the review: ${answer} Run this job again to continue with the same review.`,
      );
    }
    await sleep(500 * 2 ** attempt);
  }
}

const passing = 'It cannot be reached';

/** Returns the App's answer, or a sentence that says why there is none. */
async function send(url: string, registration: contract.Registration): Promise<z.output<typeof Result> | string> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(registration),
      signal: AbortSignal.timeout(30_000),
    });
  } catch {
    return `${passing} from this runner.`;
  }
  const body: unknown = await response.json().catch(() => null);
  const result = Result.safeParse(body);
  if (response.ok && result.success) return result.data;
  if (response.status >= 500 || response.status === 429) return `${passing} right now (${response.status}).`;
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return typeof message === 'string' ? message : `it answered ${response.status}.`;
}

/** Requires that a check passes by an approval. @throws ActionError that leads to the check, which says why it does not */
export function requirePassing({ conclusion, check_url: url }: z.output<typeof Result>): void {
  if (conclusion === undefined || conclusion === 'success') return;
  throw new ActionError(
    `The review is approved, but its check does not pass. ${url ?? 'The check'} says why, and whose approval counts. Run this job again when the check passes.`,
  );
}

/** Returns the secret, which is the last part of the reviewer's link. */
export function secretOf(reviewUrl: string): string {
  return new URL(reviewUrl).pathname.split('/').at(-1) ?? '';
}

/**
 * Returns how people reach the review. The link alone is enough to decide, so on a public repository it is published
 * only when the workflow asks for it, or when the App asks people to sign in.
 * @throws Skip when nothing may be published · ActionError when sign-in is wanted and nobody offers it
 */
export function chooseLink(inputs: Inputs, pull: PullRequest, app: App | null): 'direct' | 'sign-in' {
  if (inputs.link === 'direct' || (inputs.link === '' && pull.private)) return 'direct';
  if (app?.sign_in) return 'sign-in';
  if (inputs.link === 'sign-in') {
    throw inputError(
      'link',
      app === null
        ? 'sign-in is asked by the GitHub App, and this run has none to register the review at: let the operator of the service set one up, or use link: direct.'
        : `sign-in is asked by the GitHub App, and the one at ${app.url} does not offer it. Nothing was made or posted. Let its operator set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET, or use link: direct.`,
    );
  }
  throw new Skip(
    app === null
      ? 'This repository is public, and everybody with a review’s link can decide, so nothing was made or posted. If everybody may decide, set "link: direct".'
      : 'This repository is public, and everybody with a review’s link can decide, so nothing was made or posted. Its GitHub App could let people sign in instead: its operator sets GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET. If everybody may decide, set "link: direct".',
    'warning',
  );
}
