import { ServiceError } from '../../contract/client.ts';
import { home } from '../strings/home.ts';
import type { Draft } from './draft.ts';

const words = home.trouble;

/** Why no review was opened: what happened, what became of what was chosen, and what to do. */
export interface Trouble {
  text: string;
  /** When it is worth coming back: words before a moment. */
  back?: { words: string; at: Date };
  /** Whether a pasted token helps. */
  token?: boolean;
  /** The person's own doing: nothing is wrong. */
  mild?: boolean;
  /** The field it is about. */
  field?: 'source' | 'title';
}

/** What a request calls a field, as the person sees it. */
function nameOf(path: string, draft: Draft): string | null {
  const picture = /^images\[(\d+)\]/.exec(path)?.[1];
  if (picture !== undefined) {
    const file = draft.pictures.value[Number(picture)];
    return file === undefined ? null : home.fields.picture(file.name);
  }
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
  const name = first === undefined ? null : nameOf(first.path, draft);
  const said = first?.message ?? cause.message;
  const field = `\`${first?.path}\``;
  const named = said.includes(field) ? said.replace(field, name ?? field) : name === null ? said : `${name}: ${said}`;
  return { text: words.refused(named), field: first?.path === 'title' ? 'title' : 'source' };
}

/** What a failure means to a newcomer. `during`: what was asked for when it happened. */
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
  if (status >= 400 && status < 500) return refused(cause, draft);
  return { text: body.error === 'unavailable' ? words.quoted(cause.message) : words.broken };
}
