import MiniSearch, { type SearchResult } from 'minisearch';
import { searchOptions } from './search-options.ts';

const MAX_SHOWN = 12;
/** Characters of an excerpt, and how many of them come before the match. */
const EXCERPT = 140;
const BEFORE = 40;

export interface Found {
  address: string;
  page: string;
  heading: string;
  excerpt: string;
}

function excerptOf({ text, terms }: SearchResult): string {
  const words = String(text);
  const first = Math.min(
    ...terms.map((term) => words.toLowerCase().indexOf(term)).filter((at) => at >= 0),
    words.length,
  );
  const from = first >= words.length || first < BEFORE ? 0 : words.lastIndexOf(' ', first - BEFORE) + 1;
  const part = words.slice(from, from + EXCERPT);
  return `${from > 0 ? '… ' : ''}${part}${from + EXCERPT < words.length ? ' …' : ''}`;
}

/** Returns what number and tense leave of a word, such as “retr” of “retry” and “retries”: a word matches by its beginning. */
const stem = (term: string): string => term.toLowerCase().replace(/(?<=\w{3})(y|ies|ied|(?<![su])s)$/, '');

/** Returns the matching passages of an index, best first. */
export function find(index: MiniSearch, words: string): Found[] {
  const found = index.search(words, {
    boost: { heading: 4, page: 2 },
    processTerm: stem,
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
  });
  return found.slice(0, MAX_SHOWN).map((result) => ({
    address: String(result.id),
    page: String(result.page),
    heading: String(result.heading),
    excerpt: excerptOf(result),
  }));
}

let index: Promise<MiniSearch> | undefined;

async function load(): Promise<MiniSearch> {
  const answer = await fetch('search.json');
  return MiniSearch.loadJSON(await answer.text(), searchOptions);
}

/** Finds passages, in the order of the calls. Loads the index with the first search. */
export async function search(words: string): Promise<Found[]> {
  index ??= load();
  index.catch(() => {
    index = undefined;
  });
  return find(await index, words);
}
