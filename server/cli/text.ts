import { visibleText } from '../contract/visible-text.ts';

/**
 * Returns words of people and pages as a terminal may show them: characters that control it, reverse text or are
 * invisible are written out.
 */
export const clean = visibleText;

/** Returns the same on one line, shortened. */
export function line(text: string, longest = 100): string {
  const characters = [...clean(text).replace(/\s+/g, ' ').trim()];
  return characters.length <= longest ? characters.join('') : `${characters.slice(0, longest - 1).join('')}…`;
}

/** Returns words as a Markdown block whose fence is longer than any run of backticks inside. */
export function fence(text: string, language = 'text'): string {
  const runs = text.match(/`+/g) ?? [];
  const ticks = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${ticks}${language}\n${clean(text).trim()}\n${ticks}`;
}

/** Returns words as code within a line of Markdown. */
export const inline = (text: string, longest = 100): string => `\`${line(text, longest).replaceAll('`', "'")}\``;

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `2026-01-31 09:30 UTC` */
export function moment(timestamp: string): string {
  const time = new Date(timestamp);
  return Number.isNaN(time.getTime()) ? clean(timestamp) : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Returns rows with aligned columns. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
