import { pageUrl } from '../../server/contract/page-url.ts';
import { inputError } from '../error.ts';
import { maxPages } from './source.ts';

/** Returns whether a line of `paths` selects files of a folder. */
export const isGlob = (path: string): boolean => path.startsWith('!') || path.includes('*');

/**
 * Returns the addresses of the pages to capture: each path below the site's address, in the given order, without
 * repeats.
 */
export function pageUrls(site: string, paths: string[]): string[] {
  const pages = (paths.length > 0 ? paths : ['/']).map((path) => {
    const page = pageUrl(site, path);
    if (page === null) throw inputError('paths', `"${path}" must start with one "/", for example /pricing.`);
    return page;
  });
  const once = [...new Set(pages)];
  if (once.length > maxPages) {
    throw inputError(
      'paths',
      `${once.length} pages are too many for one review, which holds ${maxPages}. Use several steps with a "name" each.`,
    );
  }
  return once;
}
