import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { Operation } from '../../contract/define-operation.ts';
import type { Warned } from '../../contract/error.ts';
import { type OperationName, operations } from '../../contract/index.ts';
import type { CallContext, ClientActor, Ports } from '../../domain/ports.ts';
import { callOperation } from '../call.ts';
import { pictured, structured } from './content.ts';
import { refuseCall } from './refusals.ts';
import { type Presenter, presenterOf } from './results/index.ts';
import type { Exchange } from './route.ts';
import { described } from './schemas.ts';

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
  return content === true
    ? [{ name, config, present: asItIs, answer: pictured }]
    : [{ name, config, present, answer: structured }];
});
export type Tool = (typeof tools)[number];

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

/** Runs a tool's operation and presents the result with `answer`; an error is a result too. */
export async function runTool<Answer>(
  ports: Ports,
  actor: ClientActor,
  { name, present }: Pick<Tool, 'name' | 'present'>,
  input: unknown,
  answer: (shown: object) => Answer,
  call?: CallContext,
): Promise<Answer | CallToolResult> {
  try {
    const found: Warned = await callOperation(ports, name, actor, input, undefined, call);
    const shown = present(found, input);
    return answer(found.warnings === undefined ? shown : { ...shown, warnings: found.warnings });
  } catch (error) {
    return refuseCall(ports, name, error);
  }
}

/** Adds the tools, or only the tool `called`, to a server that answers one exchange. */
export function addTools(
  server: McpServer,
  ports: Ports,
  { caller, stopping }: Exchange<ClientActor>,
  called: string | null,
): void {
  const needed = tools.filter(({ name }) => name === called);
  for (const tool of needed.length === 0 ? tools : needed) {
    server.registerTool(tool.name, tool.config, (input: unknown, context) =>
      runTool<CallToolResult>(ports, caller, tool, input, tool.answer, contextOf(context, stopping)),
    );
  }
}
