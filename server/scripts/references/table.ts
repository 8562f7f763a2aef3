/** Text that a cell of a Markdown table can hold. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();

/** A Markdown table, its cells made safe. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row, at) => (at === 1 ? `|${row.join('|')}|` : `| ${row.map(cell).join(' | ')} |`))
    .join('\n');

export const code = (text: string): string => `\`${text}\``;
