import type { ClientActor, Ports } from '../../domain/ports.ts';
import { structured, writeStructured } from './content.ts';
import type { Exchange } from './route.ts';
import { runTool, type Tool, tools } from './tools.ts';

interface Call {
  id: string | number;
  tool: Tool;
  input: object;
}

const byName = new Map<unknown, Tool>(tools.map((tool) => [tool.name, tool]));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasOnly = (value: object, names: readonly string[]): boolean =>
  Object.keys(value).every((name) => names.includes(name));

const isName = (value: unknown): value is string | number => typeof value === 'string' || Number.isSafeInteger(value);

/** The call of a tool of ours, if that is all there is to the message; whatever is odd about it is for the SDK to judge. */
function callOf(message: unknown): Call | null {
  if (!isObject(message) || !hasOnly(message, ['jsonrpc', 'id', 'method', 'params'])) return null;
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isName(id)) return null;
  if (!isObject(params) || !hasOnly(params, ['name', 'arguments', '_meta'])) return null;
  const { name, arguments: input = {}, _meta: meta = {} } = params;
  const tool = byName.get(name);
  if (tool === undefined || !isObject(input) || !isObject(meta)) return null;
  if (meta.progressToken !== undefined && !isName(meta.progressToken)) return null;
  const isPlain = Object.keys(meta).every((key) => !key.startsWith('io.modelcontextprotocol/'));
  return isPlain ? { id, tool, input } : null;
}

/**
 * Answers a call of a tool by a revision before 2026-07-28 as the SDK would, without what it does on the way there: a
 * server, a transport and six schemas a request, twice the work of reading the review that an agent polls. null for all
 * else.
 */
export function answerDirectly(
  ports: Ports,
  { caller, message }: Exchange<ClientActor>,
): Promise<string | Buffer> | null {
  const call = callOf(message);
  if (call === null) return null;
  const { id, tool, input } = call;
  const write = (result: object): string => JSON.stringify({ result, jsonrpc: '2.0', id });
  const answer = (found: object): string | Buffer =>
    tool.answer === structured ? writeStructured(id, found) : write(tool.answer(found));
  return runTool(ports, caller, tool, input, answer).then((written) =>
    typeof written === 'string' || Buffer.isBuffer(written) ? written : write(written),
  );
}
