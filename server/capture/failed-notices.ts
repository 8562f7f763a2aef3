import type { FailedResource, ResourceKind } from './failed-resources.ts';
import { hostOf } from './failure.ts';
import type { Notice } from './notice.ts';

const maxNamed = 3;
const maxName = 40;
const maxError = 160;
const order: readonly ResourceKind[] = ['stylesheet', 'script', 'font', 'image', 'frame', 'video'];

/** Shortens a URL to its host and the end of its path: enough to find the resource, without any secrets. */
function shortUrl(url: string): string {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return `a ${/^[a-z]+:/i.exec(url)?.[0] ?? ''} address`;
  const parts = new URL(url).pathname.split('/').filter((part) => part !== '');
  const last = parts.at(-1);
  if (last === undefined) return hostOf(url);
  // A long name without an extension may be a key.
  const isName = last.length <= 20 || /\.[a-z0-9]{1,6}$/i.test(last);
  const name = !isName ? '…' : last.length > maxName ? `…${last.slice(-maxName)}` : last;
  return `${hostOf(url)}/${parts.length > 1 ? '…/' : ''}${name}`;
}

/** What an error may quote: URLs, queries, and words that may be keys. */
const quoted = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'`<>()]+|\?[^\s"'`<>()]*|[\w~+/=.-]{20,}/gi;

function withoutSecret(part: string): string {
  if (part.includes('://')) return shortUrl(part);
  if (part.startsWith('?')) return part.includes('=') ? '?…' : part;
  return /\d/.test(part) && /[a-z]/i.test(part) ? '…' : part;
}

/** Shortens an error to its first line, without queries, keys and any of `secrets`. */
export function shortError(error: string, secrets: readonly string[]): string {
  let line =
    error
      .trim()
      .replace(/^uncaught (\(in promise\) )?/i, '')
      .split('\n', 1)[0] ?? '';
  for (const secret of secrets) line = line.replaceAll(secret, '…');
  const plain = line
    .replace(quoted, withoutSecret)
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/[“”]/g, '"');
  return plain.length > maxError ? `${plain.slice(0, maxError).toWellFormed()}…` : plain;
}

/** Sorts http(s) addresses first. */
const rank = ({ url }: FailedResource): string => `${/^http/i.test(url) ? 0 : 1}${shortUrl(url)}`;

/** Returns one notice for each kind of resource that could not be loaded, stylesheets first. */
export function failureNotices(failures: readonly FailedResource[]): Notice[] {
  return order.flatMap((kind) => {
    // Sorted by address rather than by arrival, so that the same page always gives the same sentence.
    const these = failures.filter((each) => each.kind === kind).sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
    if (these.length === 0) return [];
    const counts = new Map<string, number>();
    for (const { url, reason } of these) {
      const name = `${shortUrl(url)} (${reason})`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const shown = [...counts].slice(0, maxNamed);
    const named = shown.map(([name, count]) => (count === 1 ? name : `${count} × ${name}`)).join(', ');
    const left = shown.reduce((rest, [, count]) => rest - count, these.length);
    const rest = left > 0 ? ` and ${left} more` : '';
    const what = these.length === 1 ? `1 ${kind}` : `${these.length} ${kind}s`;
    return [{ code: `failed_${kind}s` as const, message: `${what} could not be loaded: ${named}${rest}.` }];
  });
}
