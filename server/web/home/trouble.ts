import { ServiceError } from '../../contract/client.ts';
import type { Draft } from './draft.ts';
import { home } from './strings.ts';

const words = home.trouble;

/** Why no review was created, and what to do. */
export interface Trouble {
  text: string;
  /** When to retry: text before a time. */
  back?: { words: string; at: Date };
  /** Whether a pasted token helps. */
  token?: boolean;
  /** The person stopped it: not an error. */
  mild?: boolean;
  field?: 'source' | 'title';
}

/** Returns what the page calls a field of the request. */
function nameOf(path: string, draft: Draft): string | null {
  const file = draft.images.value[Number(/^images\[(\d+)\]/.exec(path)?.[1])];
  if (file !== undefined) return home.fields.image(file.name);
  const names: Record<string, string> = {
    page_url: home.fields.page,
    pdf: home.fields.pdf,
    html: home.fields.email,
    title: home.fields.title,
  };
  return names[path] ?? null;
}

function tooLarge(message: string, draft: Draft): string {
  const [, path = '', most = ''] = /^`(\S+)` is larger than (.+?)\.?$/.exec(message) ?? [];
  const name = nameOf(path, draft);
  return name === null ? `${words.largeAll} ${words.kept}` : `${words.large(name, most)} ${words.kept}`;
}

function refused(cause: ServiceError, draft: Draft): Trouble {
  const [first] = cause.body.errors ?? [];
  const name = nameOf(first?.path ?? '', draft);
  const message = first?.message ?? cause.message;
  const field = `\`${first?.path}\``;
  const named = message.includes(field)
    ? message.replace(field, name ?? field)
    : name === null
      ? message
      : `${name}: ${message}`;
  return { text: words.refused(named), field: first?.path === 'title' ? 'title' : 'source' };
}

/** Explains a failure. `during` is the request that failed. */
export function troubleOf(cause: unknown, during: 'token' | 'review', draft: Draft, now = Date.now()): Trouble {
  if (!(cause instanceof ServiceError)) return { text: words.broken };
  const { status, body } = cause;
  if (status === 0) return { text: words.offline };
  if (status === 401) return { text: words.expired };
  if (status === 402) return { text: words.credits(body.needed ?? 1, body.held ?? 0), token: true };
  if (status === 403 && during === 'token') return { text: words.closed, token: true };
  if (status === 413) return { text: tooLarge(cause.message, draft), field: 'source' };
  if (status === 429) {
    const at = new Date(now + (body.retry_after ?? 60) * 1000);
    return during === 'token'
      ? { text: words.kept, back: { words: words.tokensBusy, at }, token: true }
      : { text: words.kept, back: { words: words.busy, at } };
  }
  if (status < 500) return refused(cause, draft);
  return { text: body.error === 'unavailable' ? words.quoted(cause.message) : words.broken };
}
