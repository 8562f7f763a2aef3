import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { visibleText } from '../../contract/visible-text.ts';
import type { ClientActor, Ports } from '../../domain/ports.ts';
import { showReview } from '../../domain/review/view.ts';

/** What a client of a revision with sessions is given as its session, if it opens addresses for its person. */
const OPENS_LINKS = 'opens-links';
const ANSWER = 'open_review';
/** How many reviews, opened through a client, are remembered. */
const MAX_ASKED = 10_000;

interface Message {
  method?: unknown;
  params?: { capabilities?: Capabilities; _meta?: Record<string, unknown> };
}
type Capabilities = { elicitation?: { url?: unknown } } | undefined;

const opens = (capabilities: Capabilities): boolean => capabilities?.elicitation?.url !== undefined;

/**
 * Returns the session for an `initialize` of a client that opens addresses for its person (URL elicitation). Nothing is
 * stored: the client sends the session back with each request, and so any replica knows.
 */
export function sessionFor(message: unknown): string | null {
  const { method, params } = (message ?? {}) as Message;
  return method === 'initialize' && opens(params?.capabilities) ? OPENS_LINKS : null;
}

/** Returns whether a request's client opens addresses for its person. Since 2026-07-28 each request says so. */
export function opensLinks(message: unknown, session: string | null): boolean {
  const { params } = (message ?? {}) as Message;
  return session === OPENS_LINKS || opens(params?._meta?.[CLIENT_CAPABILITIES_META_KEY] as Capabilities);
}

const asked = new WeakMap<Ports, Set<string>>();

/** Returns whether this client is asked for the first time, as far as this process knows. */
function isFirst(ports: Ports, { connectionId, credential }: ClientActor, id: string): boolean {
  const known = asked.get(ports) ?? new Set<string>();
  asked.set(ports, known);
  const key = `${connectionId ?? credential}:${id}`;
  if (known.has(key)) return false;
  known.add(key);
  const [oldest] = known;
  if (known.size > MAX_ASKED && oldest !== undefined) known.delete(oldest);
  return true;
}

const isAnswer = ({ mcpReq }: ServerContext): boolean => mcpReq.inputResponses?.[ANSWER] !== undefined;

/**
 * Asks a client to open an open review for its person, once; its link need not pass through the model then. Returns what
 * the client has to answer before the call goes on, since 2026-07-28; before, the question is sent beside the call, and
 * the call goes on at once, because its answer may reach another replica.
 */
export async function askToOpen(
  ports: Ports,
  server: McpServer,
  actor: ClientActor,
  input: unknown,
  context: ServerContext,
): Promise<InputRequiredResult | null> {
  const id = (input as { id?: unknown }).id;
  if (isAnswer(context) || typeof id !== 'string') return null;
  const review = await showReview(ports, ports.db, { id, workspaceId: actor.workspaceId });
  if (review?.status !== 'open' || !isFirst(ports, actor, id)) return null;
  const message = `“${visibleText(review.title)}” waits for your decision. Open it to approve it, or to mark what should change.`;
  const question = { message, url: review.review_url };
  if (context.mcpReq.envelope !== undefined) {
    return inputRequired({ inputRequests: { [ANSWER]: inputRequired.elicitUrl(question) } });
  }
  const params = { mode: 'url', elicitationId: id, ...question };
  await server.server.transport?.send(
    { jsonrpc: '2.0', id: `open-${id}`, method: 'elicitation/create', params },
    { relatedRequestId: context.mcpReq.id },
  );
  return null;
}

/** Returns a result for a client that opens the review: without the link, which no model needs then. */
export function withoutLink(result: object): object {
  const { review_url: _, ...rest } = result as { review_url?: string; next_action?: { action: string } };
  if (rest.next_action?.action !== 'wait_for_reviewer') return result;
  const summary = 'Call wait_for_decision: it has the person open the review in their browser, and waits.';
  return { ...rest, next_action: { ...rest.next_action, summary } };
}
