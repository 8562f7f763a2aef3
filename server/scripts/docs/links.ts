import { existsSync, statSync } from 'node:fs';
import { join, normalize, relative } from 'node:path';
import type { Page } from './read-page.ts';

export interface LinkedPage {
  html: string;
  /** Files of the repository that the page links to, relative to the root; they are copied into the site. */
  files: string[];
  /** Sentences about links that lead nowhere. */
  problems: string[];
}

/**
 * Returns the place of a repository file in the site. It is served as text, whatever its name suggests to a browser.
 */
export const placeOf = (file: string): string => `files/${file.replaceAll('/', '-')}.txt`;

const isImage = (target: string): boolean => /\.(webp|svg|png)$/.test(target);

/**
 * Converts the links of a page, which work in the repository, to links that work in the site.
 * @param root the repository's folder
 * @param folder the folder of the pages, relative to it
 */
export function linkPage(page: Page, pages: ReadonlyMap<string, Page>, root: string, folder: string): LinkedPage {
  const problems: string[] = [];
  const files: string[] = [];
  const complain = (target: string, why: string): void => void problems.push(`${page.name}.md: "${target}" ${why}`);

  function toAnchor(target: string, other: Page, anchor: string): void {
    if (anchor !== '' && !other.headings.some((heading) => heading.anchor === anchor)) {
      complain(target, `is no heading of ${other.name}.md`);
    }
  }

  function follow(target: string): string {
    if (/^(https?|mailto|cursor|vscode):/.test(target)) return target;
    const [path = '', anchor = ''] = target.split('#');
    if (path === '') {
      toAnchor(target, page, anchor);
      return target;
    }
    if (path.startsWith('/')) {
      complain(target, 'leads nowhere on GitHub: write the path as code');
      return target;
    }
    const other = pages.get(path.replace(/\.md$/, ''));
    if (path.endsWith('.md') && other !== undefined) {
      toAnchor(target, other, anchor);
      return `${other.name}.html${anchor === '' ? '' : `#${anchor}`}`;
    }
    const file = relative(root, normalize(join(root, folder, path)));
    if (file.startsWith('..') || !existsSync(join(root, file))) {
      complain(target, 'is not there');
      return target;
    }
    if (isImage(path)) return path;
    if (!statSync(join(root, file)).isFile()) {
      complain(target, 'is a folder: name a file of it');
      return target;
    }
    files.push(file);
    return placeOf(file);
  }

  const html = page.html.replace(
    /(<[a-z][^>]*? (?:href|src)=")([^"]+)"/g,
    (_all, before: string, target: string) => `${before}${follow(target)}"`,
  );
  return { html, files, problems };
}
