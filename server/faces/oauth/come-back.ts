import { type JoinOutcome, joinOutcomes } from '../../contract/identity.ts';
import { readJoin, requireJoin } from '../../domain/connection/require-join.ts';
import { findSignIn } from '../../domain/connection/sign-in.ts';
import type { Ticket } from '../../domain/connection/ticket.ts';
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

/** What was wrong with a sign-in that the connect screen can say; null for what it cannot. */
export function problemOfJoin(error: unknown): Problem {
  const status = error instanceof DomainError ? statuses[error.code] : undefined;
  return error instanceof DomainError && status !== undefined ? { at: 'github', status, text: error.message } : null;
}

/**
 * The page for whom the App sends back. The browser's own secret says which request it is of: without it nothing that
 * somebody put into the address leads anywhere. Looking makes nothing; the App's word is taken by the press.
 */
export async function pageAfterSignIn(
  ports: Ports,
  given: { assertion: string | null; request: string | null; outcome: string | null },
  secret: string | null,
  screenOf: (text: string, request: Ticket['request']) => Screen,
): Promise<ConnectPage> {
  const begun = secret === null ? null : await findSignIn(ports, secret);
  if (begun === null) return messages.elsewhere();
  const { text, ticket, connected } = begun;
  if (connected) return messages.alreadyConnected(ticket.request.redirectUri);
  const screen = screenOf(text, ticket.request);
  const { assertion, request, outcome } = given;
  if (assertion === null) {
    if (request !== ticket.signIn.request) return messages.elsewhere();
    const known = joinOutcomes.find((each) => each === outcome);
    return connectScreen({ ...screen, problem: known === undefined ? null : problems[known] });
  }
  try {
    const { vouch } = await requireJoin(ports, ticket, await readJoin(ports, assertion));
    return joinScreen({ ...screen, assertion, login: vouch.login, repository: vouch.repository });
  } catch (error) {
    const problem = problemOfJoin(error);
    if (problem === null) throw error;
    return connectScreen({ ...screen, problem });
  }
}
