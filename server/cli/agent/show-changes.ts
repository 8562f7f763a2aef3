import type { Terminal } from '../terminal.ts';
import type { Change } from './plan.ts';

/** Returns what differs between two texts: the lines between their common beginning and end. */
export function differingLines(before: string, after: string): { removed: string[]; added: string[] } {
  const [old, now] = [before, after].map((text) => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)));
  const [a, b] = [old ?? [], now ?? []];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return { removed: a.slice(start, a.length - end), added: b.slice(start, b.length - end) };
}

/** Shows each file and the lines that change in it. */
export function showChanges(terminal: Terminal, changes: readonly Change[]): void {
  for (const { path, before, after } of changes) {
    const kind = before === null ? ' (new)' : after === null ? ' (removed: it was made for Sightline)' : '';
    terminal.note(terminal.paint(`${path}${kind}`, 'bold'));
    if (after === null) continue;
    const { removed, added } = differingLines(before ?? '', after);
    for (const each of removed) terminal.note(terminal.paint(`- ${each}`, 'red'));
    for (const each of added) terminal.note(terminal.paint(`+ ${each}`, 'green'));
  }
}
