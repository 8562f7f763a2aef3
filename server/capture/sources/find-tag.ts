import { lineIndex, type TextPosition } from './line-index.ts';

/** What is known of an element, to find it in the text of its template. */
export interface WantedTag {
  tag: string;
  id: string;
  classes: string;
  href: string;
  /** Its visible text */
  text: string;
}

/** An opening tag, and what is written out in it. */
interface Tag {
  at: number;
  id: string | null;
  classes: string[];
  link: string | null;
  /** The text that follows it */
  words: string;
}

/** The tags of a text, by their names. */
export interface Template {
  tags: ReadonlyMap<string, readonly Tag[]>;
  positionOf(offset: number): TextPosition;
}

const maxText = 400_000;
const maxTags = 4_000;

/** One opening tag. Its parts are bounded, so that no text takes long. */
const opening = /<([a-zA-Z][\w.-]{0,80})((?:[^<>"'`{}]|"[^"]{0,2000}"|'[^']{0,2000}'|\{[^{}]{0,2000}\}){0,600})>/y;

const attributeOf = (attributes: string, name: RegExp): string | null => name.exec(attributes)?.[1] ?? null;
const attribute = (name: string): RegExp => new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`);
const [idOf, classOf, hrefOf, srcOf] = [attribute('id'), attribute('class'), attribute('href'), attribute('src')];
const isMade = (value: string): boolean => /[{}]/.test(value);

function toTag(at: number, attributes: string, after: string): Tag {
  const id = attributeOf(attributes, idOf);
  const link = attributeOf(attributes, hrefOf) ?? attributeOf(attributes, srcOf);
  const written = (attributeOf(attributes, classOf) ?? '').replace(/\{+[^{}]*\}+/g, ' ');
  const names = written.split(/\s+/);
  const words = /^\s*([^<{]{1,120})/.exec(after)?.[1] ?? '';
  return {
    at,
    id: id === null || isMade(id) ? null : id,
    classes: names.filter((name) => name !== '' && !isMade(name)),
    link: link === null || isMade(link) ? null : link,
    words: words.replace(/\s+/g, ' ').trim().slice(0, 60),
  };
}

/** Reads the opening tags of a template or document. Comments, scripts and styles have none. */
export function readTemplate(whole: string): Template {
  const text = whole.slice(0, maxText);
  const tags = new Map<string, Tag[]>();
  let count = 0;
  for (let at = text.indexOf('<'); at !== -1 && count < maxTags; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at);
      if (end === -1) break;
      at = end + 3;
      continue;
    }
    opening.lastIndex = at;
    const [tag, name, attributes = ''] = opening.exec(text) ?? [];
    if (tag === undefined || name === undefined) {
      at += 1;
      continue;
    }
    const end = at + tag.length;
    if (/^(?:script|style)$/i.test(name)) {
      const close = text.indexOf(`</${name}`, end);
      if (close === -1) break;
      at = close + 2;
      continue;
    }
    const known = tags.get(name.toLowerCase()) ?? [];
    known.push(toTag(at, attributes.slice(0, 4_000), text.slice(end, end + 200)));
    tags.set(name.toLowerCase(), known);
    count += 1;
    at = end;
  }
  return { tags, positionOf: lineIndex(text) };
}

/** Returns how well a tag fits; negative when it cannot be the element's. */
function pointsOf({ id, classes, link, words }: Tag, wanted: WantedTag, own: ReadonlySet<string>): number {
  let points = 0;
  if (id !== null && id !== wanted.id) return -1;
  if (id !== null) points += 6;
  for (const name of classes) if (!own.has(name)) return -1;
  points += classes.length * 2;
  if (link !== null && link !== wanted.href) return -1;
  if (link !== null) points += 3;
  if (words !== '' && !wanted.text.includes(words)) return -1;
  if (words !== '') points += wanted.text.startsWith(words) ? 4 : 1;
  return points;
}

/**
 * Finds the tag that an element was made of: the one that fits best, by what is written out in it. Elements that fit
 * the same tags take them in order; `count` says how many came before, by the name of such a group. `isOnly` is false
 * where it could as well be another one: there are several, or nothing in the tag is the element's.
 */
export function findTag({ tags, positionOf }: Template, wanted: WantedTag, count: (group: string) => number) {
  let best: Tag[] = [];
  let most = 0;
  const own = new Set(wanted.classes.split(/\s+/));
  for (const tag of tags.get(wanted.tag) ?? []) {
    const points = pointsOf(tag, wanted, own);
    if (points < most) continue;
    if (points > most) best = [];
    best.push(tag);
    most = points;
  }
  const [first] = best;
  if (first === undefined) return null;
  const nth = best.length === 1 ? 0 : count(`${first.at} ${best.length}`);
  const { at } = best[Math.min(nth, best.length - 1)] ?? first;
  const isPlain = wanted.id === '' && wanted.classes === '';
  return { ...positionOf(at), isOnly: best.length === 1 && (most > 0 || isPlain) };
}
