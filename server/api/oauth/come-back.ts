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

/** What was wrong with a sign-in, as far as the connect screen can show it; null for the rest. */
export function problemOfJoin(error: unknown): Problem {
  const status = error instanceof DomainError ? statuses[error.code] : undefined;
  return error instanceof DomainError && status !== undefined ? { at: 'github', status, text: error.message } : null;
}

/**
 * The page for whom the App sends back. The browser's own secret identifies the request: without it nothing that
 * somebody put into the address leads anywhere. Looking makes nothing; the App's word is taken by the press.
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
