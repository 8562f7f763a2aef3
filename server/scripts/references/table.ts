/** Escapes text for a cell of a Markdown table. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row, at) => (at === 1 ? `|${row.join('|')}|` : `| ${row.map(cell).join(' | ')} |`))
    .join('\n');

export const code = (text: string): string => `\`${text}\``;
