/**
 * Renders text of people and pages as a block that GitHub shows literally: mentions, links, HTML and Markdown in it
 * have no effect. The fence is longer than any run of backticks inside.
 */
export function fence(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const ticks = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${ticks}text\n${withoutControls(text).trim()}\n${ticks}`;
}

/** Renders such text within a line or a table cell, shortened. */
export function inline(text: string, longest = 80): string {
  const line = withoutControls(text).replace(/\s+/g, ' ').replaceAll('`', "'").replaceAll('|', '\u00a6').trim();
  return `\`${clip(line === '' ? '(empty)' : line, longest)}\``;
}

/**
 * Returns as many parts as fit into `maxBytes`, in order, and a last one that says how many are left out. GitHub's
 * limits are in characters, so counting bytes is on the safe side.
 */
export function takeFitting(parts: readonly string[], maxBytes: number, more: (left: number) => string): string[] {
  let left = maxBytes;
  const until = parts.findIndex((part) => {
    left -= Buffer.byteLength(part) + 2;
    return left < 0;
  });
  return until === -1 ? [...parts] : [...parts.slice(0, until), more(parts.length - until)];
}

const lengths = [4000, 1000, 250] as const;

/**
 * Renders marks with their text cut to `longest` characters, so that all of them fit: many short texts say more than a
 * few long ones. When even the shortest do not fit, renders as many as do.
 */
export function takeMarks<Mark>(
  marks: readonly Mark[],
  bytes: number,
  render: (mark: Mark, longest: number) => string,
  more: (left: number) => string,
): string[] {
  let taken: string[] = [];
  for (const longest of lengths) {
    const parts = marks.map((mark) => render(mark, longest));
    taken = takeFitting(parts, bytes, more);
    if (taken.length === parts.length && taken.at(-1) === parts.at(-1)) break;
  }
  return taken;
}

/** Renders a name for GitHub's own fields, which show plain text. */
export function plain(text: string, longest: number): string {
  return clip(withoutControls(text).replace(/\s+/g, ' ').trim(), longest);
}

export function clip(text: string, longest: number): string {
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}\u2026`;
}

/** Renders an address for Markdown's parentheses or an HTML attribute; empty unless it is http(s). */
export function link(address: string): string {
  if (!URL.canParse(address)) return '';
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return '';
  return url.href.replace(/[()<>"'\s|]/g, (character) => encodeURIComponent(character).replace(/[()']/g, percent));
}

const percent = (character: string) => `%${character.charCodeAt(0).toString(16)}`;

/**
 * Removes control, bidirectional and invisible characters, which only machines read. Line breaks and tabs stay, and
 * single variation selectors, which emoji need.
 */
export const withoutControls = (text: string): string =>
  text.replace(
    /\p{Default_Ignorable_Code_Point}{2,}|(?!\n|\t|\ufe0e|\ufe0f)[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu,
    '',
  );

/** Escapes people's text for an HTML attribute inside Markdown. */
export const attribute = (text: string): string =>
  withoutControls(text).replace(/[&"<>|\s@[\]()`]/g, (character) => `&#${character.charCodeAt(0)};`);

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
