import { escapeHtml } from '../../contract/html.ts';
import type { NavigationGroup } from './navigation.ts';
import type { Heading, Page } from './read-page.ts';

export interface Layout {
  navigation: readonly NavigationGroup[];
  pages: ReadonlyMap<string, Page>;
  version: string;
  /** Whether the service itself serves the site, so that its other pages are next to it. */
  inService: boolean;
  /** The repository's address; null when it is unknown. */
  source: string | null;
}

const logo = `<svg class="logo" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><circle cx="8" cy="8" r="6.25" /><path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" /></svg>`;

function menu({ navigation, pages }: Layout, current: Page): string {
  return navigation
    .map(({ title, pages: names }) => {
      const items = names.map((name) => {
        const here = name === current.name ? ' aria-current="page"' : '';
        return `<li><a href="${name}.html"${here}>${escapeHtml(pages.get(name)?.title ?? name)}</a></li>`;
      });
      return `<p class="menu-title">${title}</p><ul>${items.join('')}</ul>`;
    })
    .join('');
}

const contents = (headings: readonly Heading[]): string =>
  headings
    .filter(({ depth }) => depth === 2 || depth === 3)
    .map(({ depth, anchor, words }) => `<li class="depth-${depth}"><a href="#${anchor}">${escapeHtml(words)}</a></li>`)
    .join('');

/** Renders links to the previous and the next page, in reading order. */
function neighbours({ navigation, pages }: Layout, current: Page): string {
  const order = navigation.flatMap((group) => group.pages);
  const at = order.indexOf(current.name);
  const link = (name: string | undefined, rel: 'prev' | 'next', label: string): string =>
    name === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="${name}.html"><span class="quiet">${label}</span> ${escapeHtml(pages.get(name)?.title ?? name)}</a>`;
  return `<nav class="neighbours" aria-label="Pages beside this one">${link(order[at - 1], 'prev', 'Before:')}${link(order[at + 1], 'next', 'Next:')}</nav>`;
}

/** Renders the whole page. Its only script is a file, because the service's policy forbids inline scripts. */
export function layOut(layout: Layout, page: Page, html: string): string {
  const list = contents(page.headings);
  const title = page.name === 'index' ? 'Sightline: the documentation' : `${page.title} · Sightline`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="help.css">
<script type="module" src="help.js"></script>
</head>
<body>
<a class="skip" href="#${page.headings[0]?.anchor ?? ''}">Skip to the text</a>
<div class="site">
<header class="site-head">
<a class="brand" href="index.html">${logo} Sightline <span class="version">${escapeHtml(layout.version)}</span></a>
<nav aria-label="Pages">
<button type="button" id="open-search" class="button button-small" hidden>Search <kbd>/</kbd></button>
${layout.inService ? '<a href="/">Try it</a><a href="/docs">API reference</a>' : ''}
${layout.source === null ? '' : `<a href="${escapeHtml(layout.source)}">Repository</a>`}
</nav>
</header>
<div class="help">
<details class="menu-narrow"><summary>All pages</summary><nav aria-label="All pages">${menu(layout, page)}</nav></details>
<nav class="menu" aria-label="All pages">${menu(layout, page)}</nav>
<main>
${html}
${neighbours(layout, page)}
</main>
${list === '' ? '<div></div>' : `<nav class="contents" aria-labelledby="on-this-page"><p id="on-this-page" class="menu-title">On this page</p><ul>${list}</ul></nav>`}
</div>
</div>
<dialog id="search" aria-label="Search the documentation">
<input type="search" role="combobox" aria-label="Search" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Search">
<ul id="found" role="listbox" aria-label="What was found"></ul>
<p id="search-status" class="quiet" role="status"></p>
</dialog>
</body>
</html>
`;
}
