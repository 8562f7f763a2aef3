/** What is known of an element, to find it in the text of its template. */
export interface WantedTag {
  tag: string;
  id: string;
  classes: string;
  href: string;
  /** Its visible text */
  text: string;
}

export interface Tag {
  name: string;
  at: number;
  attributes: string;
  /** What follows the tag */
  after: string;
}

const maxText = 400_000;
const maxTags = 4_000;

/** One opening tag. Its parts are bounded, so that no text takes long. */
const opening = /<([a-zA-Z][\w.-]{0,80})((?:[^<>"'`{}]|"[^"]{0,2000}"|'[^']{0,2000}'|\{[^{}]{0,2000}\}){0,600})>/y;

/** Lists the opening tags of a template. Comments, scripts and styles have none. */
export function listTags(whole: string): Tag[] {
  const text = whole.slice(0, maxText);
  const tags: Tag[] = [];
  for (let at = text.indexOf('<'); at !== -1 && tags.length < maxTags; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at);
      if (end === -1) break;
      at = end + 3;
      continue;
    }
    opening.lastIndex = at;
    const match = opening.exec(text);
    const [tag, name, attributes = ''] = match ?? [];
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
    const after = text.slice(end, end + 200);
    tags.push({ name: name.toLowerCase(), at, attributes: attributes.slice(0, 4_000), after });
    at = end;
  }
  return tags;
}

const attributeOf = (attributes: string, name: string): string | null =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1] ?? null;

/** Returns how well a tag fits; negative when it cannot be the element's. */
function pointsOf(tag: Tag, wanted: WantedTag): number {
  if (tag.name !== wanted.tag) return -1;
  let points = 0;
  const id = attributeOf(tag.attributes, 'id');
  if (id !== null && id !== wanted.id && !id.includes('{')) return -1;
  if (id !== null) points += 6;
  const own = new Set(wanted.classes.split(/\s+/));
  const classes = (attributeOf(tag.attributes, 'class') ?? '')
    .split(/\s+/)
    .filter((name) => name !== '' && !/[{}]/.test(name));
  if (classes.some((name) => !own.has(name))) return -1;
  points += classes.length * 2;
  const link = attributeOf(tag.attributes, 'href') ?? attributeOf(tag.attributes, 'src');
  if (link !== null && !/[{}]/.test(link)) {
    if (link !== wanted.href) return -1;
    points += 3;
  }
  const words = /^\s*([^<{]{1,120})/.exec(tag.after)?.[1]?.replace(/\s+/g, ' ').trim() ?? '';
  if (words !== '') {
    if (!wanted.text.includes(words.slice(0, 60))) return -1;
    points += wanted.text.startsWith(words.slice(0, 60)) ? 4 : 1;
  }
  return points;
}

/**
 * Finds the tag that an element was made of: the one that fits best, by what is written out in it. Elements that fit
 * the same tags take them in order; `count` says how many came before, by the name of such a group.
 */
export function findTag(text: string, tags: readonly Tag[], wanted: WantedTag, count: (group: string) => number) {
  let best: Tag[] = [];
  let most = 0;
  for (const tag of tags) {
    const points = pointsOf(tag, wanted);
    if (points < most) continue;
    if (points > most) best = [];
    best.push(tag);
    most = points;
  }
  const [first] = best;
  if (first === undefined) return null;
  const nth = best.length === 1 ? 0 : count(`${first.at} ${best.length}`);
  const { at } = best[Math.min(nth, best.length - 1)] ?? first;
  const above = text.slice(0, at);
  return { line: above.split('\n').length, column: at - above.lastIndexOf('\n'), isOnly: best.length === 1 };
}
