import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';

/**
 * How a client shows a review to its person by itself, so that no model reads the link: it draws pages in the
 * conversation (MCP Apps), or opens addresses (URL elicitation). null: it does neither.
 */
export type Ability = 'shows-apps' | 'opens-links' | null;

/** The extension MCP Apps, and the only kind of content that it has. */
const APPS = 'io.modelcontextprotocol/ui';
export const APP_TYPE = 'text/html;profile=mcp-app';

interface Message {
  method?: unknown;
  params?: { capabilities?: Capabilities; _meta?: Record<string, unknown> };
}
type Capabilities =
  | { elicitation?: { url?: unknown }; extensions?: Record<string, { mimeTypes?: unknown } | undefined> }
  | undefined;

function abilityOf(capabilities: Capabilities): Ability {
  const types = capabilities?.extensions?.[APPS]?.mimeTypes;
  // A person who sees the review in the conversation need not be asked to open it.
  if (Array.isArray(types) && types.includes(APP_TYPE)) return 'shows-apps';
  return capabilities?.elicitation?.url === undefined ? null : 'opens-links';
}

/**
 * Returns the session for an `initialize`: what the client is able to do. Nothing is stored: the client sends the session
 * back with each request, and so any replica knows.
 */
export function sessionFor(message: unknown): Ability {
  const { method, params } = (message ?? {}) as Message;
  return method === 'initialize' ? abilityOf(params?.capabilities) : null;
}

/** Returns what a request's client is able to do. Since 2026-07-28 each request says so. */
export function abilityIn({ message, session }: { message: unknown; session: string | null }): Ability {
  if (session === 'shows-apps' || session === 'opens-links') return session;
  const { params } = (message ?? {}) as Message;
  return abilityOf(params?._meta?.[CLIENT_CAPABILITIES_META_KEY] as Capabilities);
}
