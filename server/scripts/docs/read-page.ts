import { Marked } from 'marked';
import { createAnchors } from './anchors.ts';

export interface Heading {
  depth: number;
  anchor: string;
  words: string;
}

/** One page, with links as written. */
export interface Page {
  /** The name of its file, without `.md`. */
  name: string;
  title: string;
  html: string;
  headings: Heading[];
}

/** What a search finds: a heading with the text below it. */
export interface Passage {
  id: string;
  page: string;
  heading: string;
  text: string;
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** Returns the text of a piece of HTML. */
export const textOf = (html: string): string =>
  html
    .replace(/<\/?(?:a|code|em|strong)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

/** Reads a page. @throws when it does not begin with a title */
export function readPage(name: string, markdown: string): Page {
  const headings: Heading[] = [];
  const anchorFor = createAnchors();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const words = textOf(html);
        const anchor = anchorFor(words);
        headings.push({ depth, anchor, words });
        const link = depth === 1 ? '' : ` <a class="anchor" href="#${anchor}" aria-label="Link to “${words}”">#</a>`;
        return `<h${depth} id="${anchor}">${html}${link}</h${depth}>\n`;
      },
    },
    hooks: {
      // Wide tables and code scroll on their own, also by keyboard.
      postprocess: (html) =>
        html
          .replaceAll('<pre>', '<pre tabindex="0">')
          .replaceAll('<table>', '<div class="table" tabindex="0" role="region" aria-label="Table"><table>')
          .replaceAll('</table>', '</table></div>'),
    },
  });
  const html = marked.parse(markdown, { async: false });
  const [first] = headings;
  if (first?.depth !== 1) throw new Error(`${name}.md does not begin with a title`);
  return { name, title: first.words, html, headings };
}

/** Splits the page at its headings, for the search. */
export function passagesOf({ name, title, html }: Page): Passage[] {
  return html.split(/(?=<h[1-3] id=")/).flatMap((part) => {
    const [, anchor, heading = ''] = /^<h[1-3] id="([^"]*)">([\s\S]*?)(?: <a class="anchor"|<\/h)/.exec(part) ?? [];
    if (anchor === undefined) return [];
    const text = textOf(part.replace(/^<h[\s\S]*?<\/h[1-3]>/, ''));
    return [{ id: `${name}.html#${anchor}`, page: title, heading: textOf(heading), text }];
  });
}
