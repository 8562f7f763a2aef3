import { readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import type { ClientActor, Ports } from '../../domain/ports.ts';
import { abilityIn, sessionFor } from './abilities.ts';
import { addApp } from './app.ts';
import { instructionsFor } from './instructions.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import type { Exchange } from './route.ts';
import { addTools } from './tools.ts';

/** Nothing is pushed, because there are no sessions, and lists change only with the service's version. */
const capabilities = {
  tools: { listChanged: false },
  prompts: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  completions: {},
};

/**
 * For answers that are the same for every caller. Clients keep them no longer than it may take to notice a deployment.
 */
const same = { ttlMs: 300_000, cacheScope: 'public' } as const;
const cacheHints = {
  'server/discover': same,
  'tools/list': same,
  'prompts/list': same,
  'resources/templates/list': same,
};

/** The service's icon, inside the answer: clients behind a sign-in could not fetch it. */
const icon = {
  src: `data:image/svg+xml;base64,${readFileSync(new URL('../../web/icon.svg', import.meta.url)).toString('base64')}`,
  mimeType: 'image/svg+xml',
  sizes: ['any'],
};

/** Returns the method of one request, and the tool if it calls one. */
export function calledBy(message: unknown): { method: string | null; tool: string | null } {
  const call = message as { method?: unknown; params?: { name?: unknown } } | null | undefined;
  const method = typeof call?.method === 'string' ? call.method : null;
  const name = method === 'tools/call' ? call?.params?.name : null;
  return { method, tool: typeof name === 'string' ? name : null };
}

/** Makes a server for one request, with only what that request needs, or with everything when it needs more. */
export function makeServer(ports: Ports, exchange: Exchange<ClientActor>, app: string): McpServer {
  const { message } = exchange;
  // At its `initialize` a client has no session yet.
  const ability = sessionFor(message) ?? abilityIn(exchange);
  const showsApps = ability === 'shows-apps';
  const { version } = ports.settings;
  const { method, tool } = calledBy(message);
  const area = method?.split('/')[0] ?? '';
  const server = new McpServer(
    { name: 'sightline', title: 'Sightline', version, websiteUrl: ports.settings.baseUrl, icons: [icon] },
    { instructions: instructionsFor(ability), cacheHints: showsApps ? {} : cacheHints, capabilities },
  );
  const isOne = ['tools', 'prompts', 'resources', 'completion'].includes(area);
  if (!isOne || area === 'tools') addTools(server, ports, exchange, tool);
  if (!isOne || area === 'prompts' || area === 'completion') addPrompts(server, ports, exchange);
  if (!isOne || area === 'resources' || area === 'completion') addResources(server, ports, exchange);
  // A host may read the page over another connection than the one that it declares itself on.
  if (showsApps || method === 'resources/read') addApp(server, ports.settings.baseUrl, app);
  return server;
}
