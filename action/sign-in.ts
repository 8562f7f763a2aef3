import * as core from '@actions/core';
import * as z from 'zod/mini';
import { type Client, createClient, ServiceError } from '../server/contract/client.ts';
import { ActionError, inputError, Skip } from './error.ts';
import type { PullRequest } from './event.ts';
import { keepSecret } from './log.ts';
import { retry } from './retry.ts';

/** The credential of the requests to the service. */
export type Credential =
  | { kind: 'token'; bearer: string }
  /** Returns bearer tokens of an hour, in exchange for the job's id-tokens. */
  | { kind: 'job'; bearer(fresh: boolean): Promise<string> };

export const hasIdToken = (env: NodeJS.ProcessEnv): boolean =>
  Boolean(env.ACTIONS_ID_TOKEN_REQUEST_URL) && Boolean(env.ACTIONS_ID_TOKEN_REQUEST_TOKEN);

/**
 * Checks the credential before anything else is requested: without a token the job must be able to prove its identity.
 * @throws Skip for jobs that GitHub gives neither · ActionError with the permission to add
 */
export function requireCredential(token: string, pull: Pick<PullRequest, 'fork'>, env: NodeJS.ProcessEnv): void {
  if (token !== '' || hasIdToken(env)) return;
  if (pull.fork) {
    throw new Skip(
      'This pull request comes from a fork, whose jobs get neither secrets nor an id-token, so the review was not started. Run the trusted half from a workflow with "on: workflow_run", which has them: let this workflow upload the images as an artifact or deploy the preview, and use this action there.',
    );
  }
  if (env.GITHUB_ACTOR === 'dependabot[bot]') {
    throw new Skip(
      'Dependabot’s jobs get no repository secrets and here no id-token. Add the permission "id-token: write" to the job, or store the token as a Dependabot secret, to review them.',
    );
  }
  throw inputError(
    'token',
    'it is empty, and the job may not ask GitHub for an id-token to sign in with instead. Add to the job:\n  permissions:\n    id-token: write\n    contents: read\n    pull-requests: write\nor get a token with "curl -X POST <service-url>/api/try-token" and pass it as a repository secret.',
  );
}

/** `audience`: the service's name for itself, which the id-tokens must be issued for. */
export function createCredential(token: string, service: { url: string; audience: string }): Credential {
  if (token !== '') return { kind: 'token', bearer: token };
  let current: { bearer: string; until: number } | null = null;
  return {
    kind: 'job',
    async bearer(fresh) {
      // Renewed a minute early, for the request that carries it.
      if (fresh || current === null || Date.now() > current.until - 60_000) {
        current = await exchange(service).catch((error: unknown) => {
          // The exchange was retried already: the request that needs it must not repeat it.
          if (!(error instanceof ServiceError)) throw error;
          throw new ActionError(`Signing in failed: ${error.message}`, { cause: error });
        });
      }
      return current.bearer;
    },
  };
}

/** Uploads of many images take time, but a connection that hangs is closed, so that the job ends. */
const requestLimitMs = 5 * 60_000;
const limitedFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(requestLimitMs) });

/**
 * Returns a client whose requests carry the credential. When a token has expired or is unknown to the service, it is
 * exchanged anew, once.
 */
export function createSignedClient(baseUrl: string, credential: Credential): Client {
  const options = { baseUrl, fetch: limitedFetch };
  if (credential.kind === 'token') return createClient({ ...options, bearer: credential.bearer });
  return {
    async call(name, input, call) {
      const send = async (fresh: boolean) =>
        createClient({ ...options, bearer: await credential.bearer(fresh) }).call(name, input, call);
      try {
        return await send(false);
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status !== 401) throw error;
        return send(true);
      }
    },
  };
}

const Answer = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.number() });
const Refusal = z.object({ error: z.string(), error_description: z.optional(z.string()) });

/** @throws ActionError when GitHub gives the job no id-token */
export async function getIdToken(audience: string): Promise<string> {
  try {
    return await core.getIDToken(audience);
  } catch (error) {
    throw new ActionError(`GitHub gave this job no id-token. ${error instanceof Error ? error.message : ''}`.trim());
  }
}

/** Exchanges an id-token for an access token (RFC 8693). An id-token counts once, so each attempt uses a new one. */
function exchange(service: { url: string; audience: string }): Promise<{ bearer: string; until: number }> {
  return retry(async () => {
    const subject_token = await getIdToken(service.audience);
    const response = await fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token,
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      }),
      signal: AbortSignal.timeout(30_000),
    }).catch(() => {
      throw new ServiceError(0, { message: `the sign-in at ${service.url} does not answer.` });
    });
    const body: unknown = await response.json().catch(() => null);
    const answer = Answer.safeParse(body);
    if (response.ok && answer.success) {
      keepSecret(answer.data.access_token);
      return { bearer: answer.data.access_token, until: Date.now() + answer.data.expires_in * 1000 };
    }
    throw refusalOf(service, response, body);
  });
}

function refusalOf(service: { url: string; audience: string }, response: Response, body: unknown): Error {
  const { status } = response;
  if (status === 429 || status >= 500) {
    const wait = Number(response.headers.get('retry-after'));
    const message = `the sign-in at ${service.url} answers ${status}. Try again later.`;
    return new ServiceError(status, wait > 0 ? { message, retry_after: wait } : { message });
  }
  const refusal = Refusal.safeParse(body);
  if (!refusal.success) {
    return inputError(
      'token',
      `it is empty, and ${service.url} does not let jobs sign in by their id-token (${status}). Get a token with "curl -X POST ${service.url}/api/try-token", or update the service.`,
    );
  }
  const words = refusal.data.error_description ?? refusal.data.error;
  return inputError(
    'token',
    `it is empty, and ${service.url} refuses the id-token of this job: ${words} Pass a token of the service instead, or let its operator add this repository’s owner to GITHUB_OWNERS.`,
  );
}
