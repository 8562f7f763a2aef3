import { withoutSecrets } from './page-url.ts';

/**
 * Names a page by its path, query and route after `#`, in at most 100 characters: the same on every pass, whatever the
 * preview's host. A fragment that only scrolls is left out.
 */
export function pathLabel(url: string): string {
  const { pathname, search, hash } = new URL(url);
  return withoutSecrets(pathname + search + (/^#!?\//.test(hash) ? hash : '')).slice(0, 100);
}
