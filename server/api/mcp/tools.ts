import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { Operation } from '../../contract/define-operation.ts';
import type { Warned } from '../../contract/error.ts';
import { type OperationName, operations } from '../../contract/index.ts';
import type { CallContext, ClientActor, Ports } from '../../domain/ports.ts';
import { callOperation } from '../call.ts';
import { type Ability, abilityIn } from './abilities.ts';
import { appMeta, withoutLinkSentence } from './app.ts';
import { linked, pictured, structured } from './content.ts';
import { askToOpen, isDeclined } from './open-review.ts';
import { refuseCall } from './refusals.ts';
import { type Presenter, presenterOf } from './results/index.ts';
import type { Exchange } from './route.ts';
import { described } from './schemas.ts';
import { notOpened, withoutLinks } from './without-links.ts';

const asItIs: Presenter['present'] = (found) => found;

export const tools = Object.values<Operation>(operations).flatMap(({ name: operation, title, description, tool }) => {
  if (tool === null) return [];
  const name = operation as OperationName;
  const { readOnly, destructive, idempotent, openWorld, content, searchHint } = tool;
  const { input, output, present } = presenterOf(name);
  const config = {
    title,
    description,
    inputSchema: described(input),
    ...(content === true ? {} : { outputSchema: described(output) }),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
    // For Claude Code’s tool search.
    _meta: { 'anthropic/searchHint': searchHint },
  };
  // What a client that draws pages in the conversation reads in addition
  const ui = appMeta(name, tool);
  const withApp =
    ui === null ? config : { ...config, description: withoutLinkSentence(description), _meta: { ...config._meta, ui } };
  const own = { name, config, withApp, isApps: tool.app === true };
  return content === true ? [{ ...own, present: asItIs, answer: pictured }] : [{ ...own, present, answer: structured }];
});
export type Tool = (typeof tools)[number];

/** Returns whether a client has a tool. */
export const isFor = ({ isApps }: Tool, ability: Ability): boolean => !isApps || ability === 'shows-apps';

/** Returns a context that sends progress only if the caller asked for it, each time with a greater number. */
function contextOf(context: ServerContext, stopping: AbortSignal): CallContext {
  const { signal, notify, _meta: meta } = context.mcpReq;
  const progressToken = meta?.progressToken;
  return {
    // Made on demand, because few operations need it.
    get signal() {
      return AbortSignal.any([signal, stopping]);
    },
    progress(elapsed, total, message) {
      if (progressToken === undefined) return;
      const params = { progressToken, progress: elapsed, total, message };
      notify({ method: 'notifications/progress', params }).catch(() => {});
    },
  };
}

/**
 * Returns how to answer a call: with structured output, or with sentences and images. A client that shows reviews gets no
 * links, except for the page that it draws; one that opens them, only where it is asked to. For others, a new review
 * also comes with a link that clients show to their person.
 */
function answerOf({ name, answer, isApps }: Tool, exchange: Exchange<ClientActor>): Tool['answer'] {
  if (answer === pictured || isApps) return answer;
  const ability = abilityIn(exchange);
  const isOpened = name === 'create_review' || name === 'wait_for_decision';
  if (ability === 'shows-apps' || (ability === 'opens-links' && isOpened)) {
    return (result) => structured(withoutLinks(result, ability));
  }
  if (name !== 'create_review') return answer;
  // Before 2025-06-18 no client sent its revision, or knew these links.
  return exchange.revision === null ? answer : linked;
}

/** Runs a tool's operation and presents the result; an error is a result too. */
export async function runTool<Answer>(
  ports: Ports,
  exchange: Exchange<ClientActor>,
  tool: Tool,
  input: unknown,
  write: (shown: object, answer: Tool['answer']) => Answer,
  call?: CallContext,
): Promise<Answer | CallToolResult> {
  const { name, present } = tool;
  try {
    const found: Warned = await callOperation(ports, name, exchange.caller, input, undefined, call);
    const shown = present(found, input);
    const whole = found.warnings === undefined ? shown : { ...shown, warnings: found.warnings };
    return write(whole, answerOf(tool, exchange));
  } catch (error) {
    return refuseCall(ports, exchange.requestId, name, error);
  }
}

/** Adds the tools, or only the tool `called`, to a server that answers one exchange. */
export function addTools(
  server: McpServer,
  ports: Ports,
  exchange: Exchange<ClientActor>,
  called: string | null,
): void {
  const ability = abilityIn(exchange);
  const known = tools.filter((tool) => isFor(tool, ability));
  const needed = known.filter(({ name }) => name === called);
  for (const tool of needed.length === 0 ? known : needed) {
    const config = ability === 'shows-apps' ? tool.withApp : tool.config;
    server.registerTool(tool.name, config, async (input: unknown, context) => {
      const asks = tool.name === 'wait_for_decision' && ability === 'opens-links';
      const question = asks ? await askToOpen(ports, server, exchange.caller, input, context) : null;
      if (question !== null) return question;
      const write = (shown: object, answer: Tool['answer']): CallToolResult =>
        isDeclined(context) ? structured(notOpened(shown)) : answer(shown);
      return runTool(ports, exchange, tool, input, write, contextOf(context, exchange.stopping));
    });
  }
}
