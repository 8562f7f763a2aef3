import type { McpServer, ReadResourceResult } from '@modelcontextprotocol/server';
import type { ToolHints } from '../../contract/define-operation.ts';
import { APP_TYPE } from './abilities.ts';

/** The review's page inside an agent's chat (MCP Apps, 2026-01-26). */
const REVIEW_APP = 'ui://sightline/review';

/** The tools whose result a client shows as the review's page. */
const shown: ReadonlySet<string> = new Set(['create_review', 'wait_for_decision']);

/** Returns what a tool's `_meta.ui` has for a client that draws pages; null: nothing. */
export function appMeta(name: string, { app }: ToolHints): object | null {
  if (app === true) return { visibility: ['app'] };
  return shown.has(name) ? { resourceUri: REVIEW_APP } : null;
}

const linkSentence = /(, and give its| Give| Send) `?review_url`? to the person(?: who decides)?\./g;

/** Returns a text for a model whose client shows the review: what it says about the link is not true there. */
export const withoutLinkSentence = (text: string): string =>
  text.replace(
    linkSentence,
    (_, how: string) => `${how.startsWith(',') ? '.' : ''} The person sees it in this conversation.`,
  );

/** Adds the page. The frame loads everything else from the service, and nothing from anywhere else. */
export function addApp(server: McpServer, baseUrl: string, html: string): void {
  const { origin } = new URL(baseUrl);
  const ui = {
    csp: { connectDomains: [origin], resourceDomains: [origin] },
    permissions: { clipboardWrite: {} },
    prefersBorder: true,
  };
  server.registerResource(
    'review_app',
    REVIEW_APP,
    { title: 'The review page', description: 'Shows a review in the conversation', mimeType: APP_TYPE },
    async (): Promise<ReadResourceResult> => ({
      contents: [{ uri: REVIEW_APP, mimeType: APP_TYPE, text: html, _meta: { ui } }],
    }),
  );
}
