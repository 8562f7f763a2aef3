import type { Frame } from '../shared/frame.ts';
import type { Host } from './host.ts';

export interface ToolResult {
  isError?: boolean;
  content?: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
}

/** What `open_review_in_app` returns. */
export interface Opened {
  service_url: string;
  capability: string;
  page_key: string;
  review_url: string;
  /** The HTML of the first image; empty without any. */
  first_screenshot: string;
}

const RENEW_AFTER_MS = 50 * 60_000;
/** A capability lasts an hour. A minute less allows for the time its answer took. */
const LASTS_MS = 59 * 60_000;

/** Returns what a tool has returned: nothing for an error. Some hosts leave out the structured copy. */
export function contentOf({ isError, content, structuredContent }: ToolResult): Record<string, unknown> {
  if (isError) return {};
  if (structuredContent !== undefined) return structuredContent;
  try {
    return JSON.parse(content?.[0]?.text ?? '{}');
  } catch {
    return {};
  }
}

/** How long the host may take to call a tool. One that calls none may never answer. */
const CALL_MS = 20_000;

/** Reads what the page needs. Rejects where the service or the host refuses. */
export async function fetchOpened(host: Host, id: string): Promise<Opened> {
  const called = host.request<ToolResult>('tools/call', { name: 'open_review_in_app', arguments: { id } });
  const late = new Promise<never>((_, reject) => setTimeout(reject, CALL_MS));
  const result = await Promise.race([called, late]);
  const opened = contentOf(result);
  if (typeof opened.capability !== 'string') throw new Error('The review was not opened');
  return opened as unknown as Opened;
}

/** @param modes the ways in which the host shows frames */
export function createFrame(
  host: Host,
  first: Opened,
  { id, modes, openLink }: { id: string; modes: readonly string[]; openLink: (url: string) => void },
): Frame {
  let opened = first;
  let openedAt = Date.now();
  const contentOfText = (text: string) => ({ content: [{ type: 'text', text }] });
  return {
    service: first.service_url,
    get capability() {
      return opened.capability;
    },
    get pageKey() {
      return opened.page_key;
    },
    reviewUrl: first.review_url,
    async renew() {
      if (Date.now() < openedAt + RENEW_AFTER_MS) return;
      try {
        opened = await fetchOpened(host, id);
        openedAt = Date.now();
      } catch (cause) {
        // The next call tries again. With an expired capability, the review would look deleted.
        if (Date.now() >= openedAt + LASTS_MS) throw cause;
      }
    },
    openLink,
    enlarge: modes.includes('fullscreen')
      ? () => void host.request('ui/request-display-mode', { mode: 'fullscreen' }).catch(() => {})
      : null,
    inform: (text) => void host.request('ui/update-model-context', contentOfText(text)).catch(() => {}),
    send: (text) =>
      host.request<{ isError?: boolean }>('ui/message', { role: 'user', ...contentOfText(text) }).then(
        ({ isError }) => isError !== true,
        () => false,
      ),
  };
}
