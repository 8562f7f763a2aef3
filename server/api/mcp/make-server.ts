import { McpServer } from '@modelcontextprotocol/server';
import type { ClientActor, Ports } from '../../domain/ports.ts';
import { instructions } from './instructions.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import type { Exchange } from './route.ts';
import { addTools } from './tools.ts';

/** Nothing is pushed: there are no sessions, and lists change with the service's version only. */
const capabilities = {
  tools: { listChanged: false },
  prompts: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  completions: {},
};

/** What is the same for every caller, for as long as a deployment takes to be noticed. */
const same = { ttlMs: 300_000, cacheScope: 'public' } as const;
const cacheHints = {
  'server/discover': same,
  'tools/list': same,
  'prompts/list': same,
  'resources/templates/list': same,
};

/** The method of one request, and the tool if it calls one. */
export function calledBy(message: unknown): { method: string | null; tool: string | null } {
  const call = message as { method?: unknown; params?: { name?: unknown } } | null | undefined;
  const method = typeof call?.method === 'string' ? call.method : null;
  const name = method === 'tools/call' ? call?.params?.name : null;
  return { method, tool: typeof name === 'string' ? name : null };
}

/** A server for one request: it has what that request is about, and everything when it is about more. */
export function makeServer(ports: Ports, exchange: Exchange<ClientActor>): McpServer {
  const { caller, message } = exchange;
  const { version } = ports.settings;
  const { method, tool } = calledBy(message);
  const area = method?.split('/')[0] ?? '';
  const server = new McpServer(
    { name: 'sightline', title: 'Sightline', version },
    { instructions, cacheHints, capabilities },
  );
  const isOne = ['tools', 'prompts', 'resources', 'completion'].includes(area);
  if (!isOne || area === 'tools') addTools(server, ports, exchange, tool);
  if (!isOne || area === 'prompts' || area === 'completion') addPrompts(server, ports, caller);
  if (!isOne || area === 'resources' || area === 'completion') addResources(server, ports, caller);
  return server;
}
