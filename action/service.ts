import * as z from 'zod/mini';
import { type Client, ServiceError } from '../server/contract/client.ts';
import type { ServiceDocument } from '../server/contract/registration.ts';
import { ActionError, inputError } from './error.ts';
import { warn } from './log.ts';
import { retry } from './retry.ts';
import { type Credential, createCredential, createSignedClient } from './sign-in.ts';

// The contract's own schema would bundle all of zod; `satisfies` keeps this one consistent with it.
const Document = z.object({
  name: z.literal('sightline'),
  version: z.string(),
  api_url: z.string(),
  mcp_url: z.string(),
  app: z.nullable(
    z.object({
      url: z.string(),
      oidc_audience: z.string(),
      /** Whether the App gives each review an address that asks people to sign in. */
      sign_in: z.boolean(),
    }),
  ),
}) satisfies z.ZodMiniType<ServiceDocument>;
type Document = z.output<typeof Document>;
export type App = NonNullable<Document['app']>;

export interface Service {
  url: string;
  document: Document;
  client: Client;
  credential: Credential;
}

/** Reads the service's description of itself, so that a wrong address is reported before any credits are spent. */
export async function connect(url: string, token: string): Promise<Service> {
  const answer = await retry(
    () => readDocument(url),
    (error) => error instanceof ServiceError,
  ).catch((error: unknown) => {
    if (error instanceof ServiceError) throw inputError('service-url', error.message);
    throw error;
  });
  const audience = answer.api_url.replace(/\/api\/?$/, '');
  if (token === '') requireItself(url, audience);
  if (answer.app !== null && answer.app.oidc_audience !== answer.app.url) {
    throw inputError('service-url', `${url} asks for proof of this job that is not made out to its own GitHub App.`);
  }
  const credential = createCredential(token, { url, audience });
  return { url, document: answer, client: createSignedClient(url, credential), credential };
}

/**
 * Requires that the service's id-tokens are for the service itself. An id-token opens whatever trusts this repository's
 * jobs, such as a cloud account. Therefore a service, or somebody who has taken it over, must not get one issued for
 * anybody else.
 */
function requireItself(url: string, audience: string): void {
  const host = (address: string) => (URL.canParse(address) ? new URL(address).hostname : '');
  const local = ['localhost', '127.0.0.1', '[::1]'];
  if (host(url) === host(audience) || (local.includes(host(url)) && local.includes(host(audience)))) return;
  throw inputError(
    'service-url',
    `the service there calls itself ${audience}, and a job signs in without a token only where it is known by its own name. Give that address here, or pass a token of the service.`,
  );
}

async function readDocument(url: string): Promise<Document> {
  const address = `${url}/.well-known/sightline`;
  let response: Response;
  try {
    response = await fetch(address, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(30_000) });
  } catch {
    throw new ServiceError(0, {
      message: `nothing answers at ${url}. Check the address and that this runner can reach it.`,
    });
  }
  if (response.status >= 500) {
    throw new ServiceError(response.status, { message: `${url} answers ${response.status}. Try again later.` });
  }
  const document = Document.safeParse(await response.json().catch(() => null));
  if (response.ok && document.success) return document.data;
  throw inputError('service-url', `${address} is not a Sightline service's. Give its address without a path below it.`);
}

/** Converts a refusal of the service into what the author of the workflow can do about it. */
export function explain(error: unknown, { url: serviceUrl, credential }: Service): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { status, body } = error;
  if (status === 0) return inputError('service-url', error.message);
  if (status === 401 && credential.kind === 'job') {
    return new ActionError(
      `${serviceUrl} does not accept the access token that it gave this job for its id-token. Was the repository’s connection ended there? Run this job again.`,
    );
  }
  if (status === 401) {
    return inputError(
      'token',
      `${serviceUrl} does not accept this token: it is wrong or has expired. Get a new one with "curl -X POST ${serviceUrl}/api/try-token" and store it as the repository's secret.`,
    );
  }
  if (status === 402) {
    return new ActionError(
      `Too few credits: this review needs ${body.needed ?? 'more'}, and the workspace has ${body.held ?? 'fewer'} left this month. Wait for the refill, or raise CREDITS_PER_MONTH on your own service.`,
    );
  }
  const fields = (body.errors ?? []).map(({ path, message }) => `${nameInput(path)}: ${message}`);
  return new ActionError([`The service refused the review (${status}): ${error.message}`, ...fields].join('\n'));
}

/** Returns the input that filled a field of the request. */
function nameInput(path: string): string {
  const field = /^[a-z_]+/.exec(path)?.[0] ?? '';
  const inputs: Record<string, string> = { page_url: 'url', wait_for: 'wait-for', image: 'images' };
  const known = ['title', 'context', 'type', 'images', 'headers', 'cookies', 'mask', 'pdf', 'html'];
  const input = inputs[field] ?? (known.includes(field) ? field : undefined);
  return input === undefined ? path : `Input "${input}"`;
}

const DAY_MS = 86_400_000;
const WARNED_DAYS = 14;

/** Warns before the try token ends. A service that reports no end causes no failure. */
export async function warnOfTokensEnd({ url, client, credential }: Service, now: number): Promise<void> {
  if (credential.kind !== 'token') return;
  const asked = client.call('get_billing', {}, { signal: AbortSignal.timeout(10_000) });
  const billing: { token_expires_at?: string | null } | null = await asked.catch(() => null);
  // A service older than this Action reports no end.
  const end = billing?.token_expires_at ?? null;
  const words = end === null ? null : tokensEnd(end, url, now);
  if (words !== null) warn(words);
}

/** Returns the warning for a token that ends soon; null for any other. */
export function tokensEnd(end: string, url: string, now: number): string | null {
  const left = Date.parse(end) - now;
  if (!(left <= WARNED_DAYS * DAY_MS)) return null;
  const days = Math.max(0, Math.floor(left / DAY_MS));
  return `The token in "token" ends on ${end.slice(0, 10)}, in ${days === 1 ? '1 day' : `${days} days`}. Replace it with "sightline rotate-token", or "curl -X POST -H 'Authorization: Bearer <token>' ${url}/api/token/rotate", and store the new one as the repository's secret: it opens the same workspace, and the old one ends ten minutes later. Or leave "token" away: the job signs in by its id-token then, into the repository's own workspace.`;
}
