import { inputError } from '../error.ts';
import { maxPages } from './source.ts';

/** Returns whether a line of `paths` selects files of a folder. */
export const isGlob = (path: string): boolean => path.startsWith('!') || path.includes('*');

/**
 * Returns the addresses of the pages to capture: each path below the site's address, in the given order, without
 * repeats. A query of the site's address (such as a preview's bypass token) is added to every page.
 */
export function pageUrls(site: string, paths: string[]): string[] {
  const base = new URL(site);
  const pages = (paths.length > 0 ? paths : ['/']).map((path) => {
    if (!path.startsWith('/') || path.startsWith('//')) {
      throw inputError('paths', `"${path}" must start with one "/", for example /pricing.`);
    }
    const wanted = new URL(path, 'http://site.invalid');
    const page = new URL(base);
    page.pathname = base.pathname.replace(/\/+$/, '') + wanted.pathname;
    for (const [name, value] of wanted.searchParams) page.searchParams.append(name, value);
    page.hash = wanted.hash;
    return page.href;
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
