import { readdir, stat } from 'node:fs/promises';
import { join, posix, relative, resolve, sep } from 'node:path';
import { type LocalShot, onEveryViewport } from '../../server/capture/local/to-images.ts';
import { isOn, pageStateOf, stateLabel, toCaptureFields } from '../../server/contract/state-request.ts';
import { inputError } from '../error.ts';
import { type Folder, serveFolder } from './folder.ts';
import { type Captured, captureOnRunner, type RunnerOptions, requireCapacity } from './on-runner.ts';
import { distinct, labelsOf, type PageLine, readPageLine } from './page-line.ts';
import { maxPages } from './source.ts';

export interface DirOptions extends RunnerOptions {
  paths: string[];
  app: boolean;
  waitFor: string;
  mask: string[];
  workspace: string;
}

/** Serves a static build on this runner only, and captures its pages. @throws ActionError that names what is wrong */
export async function captureDir(dir: string, options: DirOptions): Promise<Captured> {
  const folder = await requireFolder('dir', dir, options.workspace);
  const served = await serveFolder(folder, { app: options.app });
  try {
    const pages = await choosePages(served, folder, dir, options.paths);
    requireCapacity('paths', pages.length, maxPages, 'pages');
    options.log(`Capturing ${pages.length === 1 ? '1 page' : `${pages.length} pages`} of ${dir}, desktop and mobile.`);
    const captured = await captureOnRunner(
      pages.flatMap((page) => shotsOf(served.origin, page, options)),
      options,
    );
    const warning = describeMissing(served.missing(), dir);
    if (warning !== null) options.warn(warning);
    return captured;
  } finally {
    await served.close();
  }
}

const labelOf = ({ path, state }: PageLine): string => stateLabel(path.replace(/#.*$/, '').slice(0, 100), state);

function shotsOf(origin: string, page: PageLine, { waitFor, mask }: DirOptions): LocalShot[] {
  const state = pageStateOf(page.state);
  const request = { url: origin + page.path, mask, ...(waitFor === '' ? {} : { waitFor }), ...toCaptureFields(state) };
  return onEveryViewport(labelOf(page), page.path, request, { state, isOn: (name) => isOn(page.state, name) });
}

/** Requires that the folder exists. @throws ActionError when it does not */
export async function requireFolder(input: 'dir' | 'storybook', given: string, workspace: string): Promise<string> {
  const folder = resolve(workspace, given);
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory()) return folder;
  throw inputError(input, `there is no folder ${given} in ${workspace}. Does an earlier step build it?`);
}

async function choosePages(served: Folder, folder: string, dir: string, lines: string[]): Promise<PageLine[]> {
  const unwanted = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const wanted = lines.filter((line) => !line.startsWith('!'));
  const chosen: PageLine[] = [];
  let known: string[] | null = null;
  for (const given of wanted.length > 0 ? wanted : [unwanted.length > 0 ? '/**' : '/']) {
    const { line, path, state } = readPageLine(given);
    if (!path.startsWith('/') || path.startsWith('//')) {
      throw inputError('paths', `"${path}" must start with one "/", for example /pricing.`);
    }
    if (!path.includes('*')) {
      const { pathname } = new URL(path, served.origin);
      if (!(await served.has(pathname))) {
        known ??= await findPages(folder);
        throw inputError('paths', `"${path}" is no page of ${dir}, which has ${enumerate(known)}.`);
      }
      chosen.push({ line, path, state });
      continue;
    }
    known ??= await findPages(folder);
    const matching = known.filter((page) => posix.matchesGlob(page, path));
    if (matching.length === 0)
      throw inputError('paths', `no page of ${dir} matches "${path}"; it has ${enumerate(known)}.`);
    chosen.push(...matching.map((page) => ({ line, path: page, state })));
  }
  const named = chosen.map((page) => ({ ...page, labels: labelsOf(labelOf(page), page.state) }));
  const once = distinct(named, ({ path, state }) => JSON.stringify([path, state]));
  const left = once.filter(({ path }) => !unwanted.some((pattern) => posix.matchesGlob(path, pattern)));
  if (left.length === 0) throw inputError('paths', `the lines with "!" leave out every page of ${dir}.`);
  return left;
}

/** Finds the pages of a folder by their clean addresses: about.html is /about, docs/index.html is /docs/. */
async function findPages(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html') && !/^(404|200)\.html$/.test(entry.name))
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
    .filter((path) => !path.includes('/node_modules/'))
    .map((path) => path.replace(/\/index\.html$/, '/').replace(/\.html$/, ''))
    .sort();
}

const enumerate = (pages: string[]): string =>
  pages.length === 0
    ? 'no HTML files'
    : `${pages.slice(0, 10).join(', ')}${pages.length > 10 ? ` and ${pages.length - 10} more` : ''}`;

/**
 * Returns what to say about files that pages asked for and the folder has not; null when there are none. Usually the
 * build expects to be served below a path of its own.
 */
export function describeMissing(asked: string[], dir: string): string | null {
  const missing = asked.filter((path) => path !== '/favicon.ico');
  if (missing.length === 0) return null;
  const files = missing.length === 1 ? 'a file' : `${missing.length} files`;
  const named = missing.slice(0, 5).join(', ') + (missing.length > 5 ? ', …' : '');
  return `The pages asked for ${files} that ${dir} has not: ${named}. If they should be there, build with the base path "/".`;
}
