import { pageUrl } from '../../server/contract/page-url.ts';
import { pathLabel } from '../../server/contract/path-label.ts';
import { type StateRequest, stateLabel } from '../../server/contract/state-request.ts';
import { inputError } from '../error.ts';
import { distinct, labelsOf, readPageLine } from './page-line.ts';
import { maxPages } from './source.ts';

/** Returns whether a line of `paths` selects files of a folder. */
export function isGlob(line: string): boolean {
  const { path } = readPageLine(line);
  return path.startsWith('!') || path.includes('*');
}

/** An address with the state in which it is captured. */
export interface PageInState {
  url: string;
  state: StateRequest;
}

/**
 * Returns the pages to capture: each path below the site's address, in the given order, without repeats.
 * @throws ActionError that names the line that is wrong
 */
export function pagesInStates(site: string, lines: string[]): PageInState[] {
  const pages = (lines.length > 0 ? lines : ['/']).map(readPageLine).map(({ line, path, state }) => {
    const url = pageUrl(site, path);
    if (url === null) throw inputError('paths', `"${path}" must start with one "/", for example /pricing.`);
    return { line, url, state, labels: labelsOf(stateLabel(pathLabel(url), state), state) };
  });
  const once = distinct(pages, ({ url, state }) => JSON.stringify([url, state]));
  if (once.length > maxPages) {
    throw inputError(
      'paths',
      `${once.length} pages are too many for one review, which holds ${maxPages}. Use several steps with a "name" each.`,
    );
  }
  return once.map(({ url, state }) => ({ url, state }));
}
