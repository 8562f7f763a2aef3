import { pageUrl } from '../../server/contract/page-url.ts';
import { pathLabel } from '../../server/contract/path-label.ts';
import {
  isLocale,
  isOn,
  pageStateOf,
  type StateRequest,
  stateLabel,
  viewportNames,
} from '../../server/contract/state-request.ts';
import { MAX_STEPS, readStep } from '../../server/contract/step.ts';
import { inputError } from '../error.ts';
import { maxPages } from './source.ts';

/** A line of `paths`, such as `/shop | click .menu | dark`. */
export interface PageLine {
  /** The whole line, for messages */
  line: string;
  path: string;
  state: StateRequest;
}

const modes: Record<string, StateRequest> = {
  light: { colour_scheme: 'light' },
  dark: { colour_scheme: 'dark' },
  'full motion': { reduced_motion: false },
  'reduced motion': { reduced_motion: true },
  desktop: { viewports: ['desktop'] },
  mobile: { viewports: ['mobile'] },
};

/** Returns what one part of a line adds to the state, or why it is none. */
function readPart(part: string): StateRequest | string {
  if (Object.hasOwn(modes, part)) return modes[part] ?? {};
  const [, locale] = /^locale (\S+)$/.exec(part) ?? [];
  if (locale !== undefined && isLocale(locale)) return { locale };
  const [, name] = /^state (.{1,60})$/.exec(part) ?? [];
  if (name !== undefined) return { state: name.trim() };
  const step = readStep(part);
  if (typeof step !== 'string') return { steps: [step.text] };
  return step.startsWith('must begin')
    ? 'is neither a step (click, hover, focus, type, scroll, wait) nor desktop, mobile, light, dark, full motion, reduced motion, locale TAG or state NAME.'
    : step;
}

/** Reads one line of `paths`. Its parts are separated by ` | `. @throws ActionError that names the wrong part */
export function readPageLine(line: string): PageLine {
  const [path = '', ...parts] = line.split(/\s+\|\s+/);
  const state: StateRequest = {};
  const steps: string[] = [];
  for (const part of parts) {
    const read = readPart(part);
    if (typeof read === 'string') throw inputError('paths', `"${part}" in the line "${line}" ${read}`);
    steps.push(...(read.steps ?? []));
    const viewports = [...(state.viewports ?? []), ...(read.viewports ?? [])];
    Object.assign(state, read, viewports.length === 0 ? {} : { viewports });
  }
  if (steps.length > MAX_STEPS) {
    throw inputError('paths', `"${path}" has ${steps.length} steps; a page takes up to ${MAX_STEPS}.`);
  }
  if (steps.length > 0) state.steps = steps;
  if (state.state !== undefined && pageStateOf(state) === null) {
    throw inputError('paths', `"${line}" names a state but has no step and no mode. Add what brings the page there.`);
  }
  return { line, path, state };
}

/** Returns the labels of a page's screenshots. `label` has its state. */
export const labelsOf = (label: string, state: StateRequest): string[] =>
  viewportNames.filter((name) => isOn(state, name)).map((name) => `${label} · ${name}`);

/** Removes repeated entries. @throws ActionError when two pages in different states would have the same label */
export function distinct<Entry extends { labels: string[]; line: string }>(
  entries: readonly Entry[],
  key: (entry: Entry) => string,
): Entry[] {
  const once = [...new Map(entries.map((entry) => [key(entry), entry])).values()];
  const seen = new Map<string, string>();
  for (const { labels, line } of once) {
    for (const label of labels) {
      const other = seen.get(label);
      if (other !== undefined && (line.includes(' | ') || other.includes(' | '))) {
        throw inputError(
          'paths',
          `the lines "${other}" and "${line}" have the same label, ${label}. Add "| state NAME" to one of them.`,
        );
      }
      seen.set(label, line);
    }
  }
  return once;
}

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
