import type { FailedResource, ResourceKind } from './failed-resources.ts';
import { hostOf } from './failure.ts';
import type { Notice } from './notice.ts';

const maxNamed = 3;
const maxName = 40;
const order: readonly ResourceKind[] = ['stylesheet', 'script', 'font', 'image'];

/** The host and the end of the path: enough to find it, and nothing of what an address may keep secret. */
function placeOf(url: string): string {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return `a ${/^[a-z]+:/i.exec(url)?.[0] ?? ''} address`;
  const parts = new URL(url).pathname.split('/').filter((part) => part !== '');
  const last = parts.at(-1);
  if (last === undefined) return hostOf(url);
  // Long and without an ending it may be a key.
  const isName = last.length <= 20 || /\.[a-z0-9]{1,6}$/i.test(last);
  const name = !isName ? '…' : last.length > maxName ? `…${last.slice(-maxName)}` : last;
  return `${hostOf(url)}/${parts.length > 1 ? '…/' : ''}${name}`;
}

/** Addresses of files first. */
const rank = ({ url }: FailedResource): string => `${/^http/i.test(url) ? 0 : 1}${placeOf(url)}`;

/** One sentence for each kind of what could not be loaded, stylesheets first. */
export function failureNotices(failures: readonly FailedResource[]): Notice[] {
  return order.flatMap((kind) => {
    // By address, not as they came in: the same page gives the same sentence twice.
    const these = failures.filter((each) => each.kind === kind).sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
    if (these.length === 0) return [];
    const places = new Set(these.map(({ url, reason }) => `${placeOf(url)} (${reason})`));
    const named = [...places].slice(0, maxNamed).join(', ');
    const rest = places.size > maxNamed ? ` and ${places.size - maxNamed} more` : '';
    const what = these.length === 1 ? `1 ${kind}` : `${these.length} ${kind}s`;
    return [{ code: `failed_${kind}s` as const, message: `${what} could not be loaded: ${named}${rest}.` }];
  });
}
