import { type JoinOutcome, joinOutcomes } from '../../contract/identity.ts';
import type { ConsentState } from '../../domain/connection/consent-state.ts';
import { readJoin, requireJoin } from '../../domain/connection/require-join.ts';
import { findSignIn } from '../../domain/connection/sign-in.ts';
import { DomainError } from '../../domain/failure.ts';
import type { Ports } from '../../domain/ports.ts';
import * as messages from './connect-messages.ts';
import { type ConnectPage, connectScreen, type Screen } from './connect-page.ts';
import { joinScreen } from './join-page.ts';

type Problem = Screen['problem'];

const problems: Record<JoinOutcome, Problem> = {
  declined: {
    at: 'github',
    status: 403,
    text: 'You did not sign in with GitHub. Sign in again, or connect another way.',
  },
  unavailable: {
    at: 'github',
    status: 503,
    text: 'GitHub does not answer just now. Try it again in a moment, or connect another way.',
  },
  back: null,
};

const statuses: Record<string, number> = { forbidden: 403, not_found: 404, unavailable: 503 };

/** Returns what was wrong with a sign-in, if the connect screen can show it; else null. */
export function problemOfJoin(error: unknown): Problem {
  const status = error instanceof DomainError ? statuses[error.code] : undefined;
  return error instanceof DomainError && status !== undefined ? { at: 'github', status, text: error.message } : null;
}

/**
 * Returns the page for a person whom the App sends back. The secret in the browser identifies the request: without it,
 * nothing in the address has an effect. Opening the page changes nothing; the press uses up the App's assertion.
 */
export async function pageAfterSignIn(
  ports: Ports,
  given: { assertion: string | null; request: string | null; outcome: string | null },
  secret: string | null,
  screenOf: (text: string, request: ConsentState['request']) => Screen,
): Promise<ConnectPage> {
  const begun = secret === null ? null : await findSignIn(ports, secret);
  if (begun === null) return messages.elsewhere();
  const { text, consent, connected } = begun;
  if (connected) return messages.alreadyConnected(consent.request.redirectUri);
  const screen = screenOf(text, consent.request);
  const { assertion, request, outcome } = given;
  if (assertion === null) {
    if (request !== consent.signIn.request) return messages.elsewhere();
    const known = joinOutcomes.find((each) => each === outcome);
    return connectScreen({ ...screen, problem: known === undefined ? null : problems[known] });
  }
  try {
    const { identity } = await requireJoin(ports, consent, await readJoin(ports, assertion));
    return joinScreen({ ...screen, assertion, login: identity.login, repository: identity.repository });
  } catch (error) {
    const problem = problemOfJoin(error);
    if (problem === null) throw error;
    return connectScreen({ ...screen, problem });
  }
}
