import type { Cause } from '../../contract/cause.ts';
import { MAX_CAUSES } from '../../contract/cause-limit.ts';
import type { Pairs } from '../element/side.ts';
import type { MappedElement } from '../port-types.ts';
import type { OwnChange } from './own-changes.ts';

const MAX_SELECTOR = 120;
const MAX_TEXT = 80;

/** Returns the selector that people read best: an id, then a class, even one that other elements have as well. */
function selectorOf({ selectors, tag }: MappedElement): string {
  const names = selectors.map(({ selector }) => selector).filter((each) => each.length <= MAX_SELECTOR);
  const isPath = (each: string) => each.includes(' > ');
  const known = names.find((each) => /^(#|\[data-)/.test(each)) ?? names.find((each) => /^[\w-]+\.[^ ]+$/.test(each));
  return known ?? names.find((each) => !isPath(each)) ?? names[0]?.split(' > ').slice(-3).join(' > ') ?? tag;
}

const MAX_WORDS = 40;

/** Returns the beginning of what people read in an element. */
function wordsOf({ text, accessible_name }: MappedElement): string {
  const words = text === '' ? (accessible_name ?? '') : text;
  return words.length <= MAX_WORDS ? words : `${words.slice(0, MAX_WORDS).toWellFormed().trimEnd()}…`;
}

/** Cuts both texts to where they differ. */
function excerpts({ from, to }: { from: string; to: string }): { from: string; to: string } {
  let same = 0;
  while (same < Math.min(from.length, to.length) && from[same] === to[same]) same += 1;
  const close = same - MAX_TEXT / 4;
  const word = from.indexOf(' ', close) + 1;
  // Begins with a word, if one begins before the difference.
  const begin = same < MAX_TEXT / 2 ? 0 : word > 0 && word <= same ? word : close;
  const cut = (text: string): string => {
    const end = begin + MAX_TEXT;
    return `${begin > 0 ? '…' : ''}${text.slice(begin, end).toWellFormed()}${text.length > end ? '…' : ''}`;
  };
  return { from: cut(from), to: cut(to) };
}

const pixels = (value: number): string => `${Math.round(value * 10) / 10}`;

function sizes(pairs: Pairs, { old, now }: OwnChange): string {
  const [was, is] = [pairs.before.elements[old ?? -1]?.box, pairs.after.elements[now ?? -1]?.box];
  if (was === undefined || is === undefined) return '';
  return ` ${pixels(was.width)} × ${pixels(was.height)} → ${pixels(is.width)} × ${pixels(is.height)} px`;
}

/** Writes opaque colours as people do. */
const inHex = (value: string): string =>
  value.replace(
    /rgb\((\d+), (\d+), (\d+)\)/g,
    (_, ...values: string[]) =>
      `#${values
        .slice(0, 3)
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')}`,
  );

function summaryOf(pairs: Pairs, change: OwnChange, text: Cause['text'], element: MappedElement): string {
  const [selector, words, hasSelector] = [selectorOf(element), wordsOf(element), element.selectors.length > 0];
  if (change.kind === 'style') {
    return `${change.styles.map(({ property, from, to }) => `${property} ${inHex(from)} → ${inHex(to)}`).join(', ')} on ${selector}`;
  }
  // Text of a PDF has no selector.
  if (text !== null) return `text “${text.from}” → “${text.to}”${hasSelector ? ` in ${selector}` : ''}`;
  const named = `${selector}${words === '' ? '' : ` “${words}”`}`;
  if (change.kind === 'resized') return `${named}:${sizes(pairs, change)}`;
  if (change.isAround === true) return `${change.kind} ${selector} around what is in it`;
  if (change.column !== undefined) return `${change.kind} column ${named}`;
  return change.kind === 'image' ? `another image in ${named}` : `${change.kind} ${named}`;
}

/** Describes what happened to an element, for people and programs. */
export function toCause(
  pairs: Pairs,
  change: OwnChange,
  { certain, elsewhere }: { certain: boolean; elsewhere: boolean },
): Cause {
  const element = change.now === null ? pairs.before.elements[change.old ?? -1] : pairs.after.elements[change.now];
  if (element === undefined) throw new Error('A cause names an element of one of the captures.');
  const text = change.text === null ? null : excerpts(change.text);
  const shown = { ...change, styles: change.styles.slice(0, MAX_CAUSES) };
  return {
    kind: change.kind,
    summary: summaryOf(pairs, shown, text, element),
    selector: selectorOf(element),
    styles: shown.styles,
    text,
    certainty: certain ? 'certain' : 'likely',
    elsewhere,
  };
}
