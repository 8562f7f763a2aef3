import {
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { visibleText } from '../../contract/visible-text.ts';
import type { ClientActor, Ports } from '../../domain/ports.ts';
import { showReview } from '../../domain/review/view.ts';

const ANSWER = 'open_review';
/** How many reviews, opened through a client, are remembered. */
const MAX_ASKED = 10_000;

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

const answerIn = ({ mcpReq }: ServerContext) => mcpReq.inputResponses?.[ANSWER] as { action?: unknown } | undefined;

/** Returns whether this call says that the client did not open the review. */
export function isDeclined(context: ServerContext): boolean {
  const answer = answerIn(context);
  return answer !== undefined && answer.action !== 'accept';
}

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
  if (answerIn(context) !== undefined || typeof id !== 'string') return null;
  const review = await showReview(ports, ports.db, { id, workspaceId: actor.workspaceId });
  if (review?.status !== 'open' || !isFirst(ports, actor, id)) return null;
  const message = `“${visibleText(review.title)}” waits for your decision. Open it to approve it, or to mark what should change.`;
  // The identifier is no longer part of 2026-07-28, but clients built on the Rust SDK fail without it.
  const question = { message, url: review.review_url, elicitationId: id };
  if (context.mcpReq.envelope !== undefined) {
    return inputRequired({ inputRequests: { [ANSWER]: inputRequired.elicitUrl(question) } });
  }
  const params = { mode: 'url', ...question };
  await server.server.transport?.send(
    { jsonrpc: '2.0', id: `open-${id}`, method: 'elicitation/create', params },
    { relatedRequestId: context.mcpReq.id },
  );
  return null;
}
