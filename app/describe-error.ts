import { describeFault } from '../server/domain/describe-fault.ts';

/** Text that looks like a link's secret, a token or a key; commits are shorter. */
const SECRET = /\b(?:gh[a-z]_\w{16,}|[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}|[A-Za-z0-9_-]{41,})/g;
const ADDRESS = /\b([a-z][a-z+.-]*:\/\/)(?:[^\s/@]*@)?([^\s/?#]+)[^\s]*/gi;

/**
 * Returns the parts of an error that may be logged: its message and status, not the request that it carries or quotes.
 */
export function describeError(error: unknown): { error: string; status?: number } {
  const { message, code } = describeFault(error);
  const status = error instanceof Error && 'status' in error && typeof error.status === 'number';
  const text = message.replace(ADDRESS, '$1$2/…').replace(SECRET, '…').slice(0, 500);
  return {
    error: code === undefined ? text : `${text} (${code})`,
    ...(status ? { status: Number(error.status) } : {}),
  };
}
