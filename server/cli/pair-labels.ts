import type { Output } from '../contract/client.ts';
import type { Source } from './read-source.ts';
import type { Terminal } from './terminal.ts';
import { line } from './text.ts';

export interface Pairing {
  /** The label of each image. */
  labels: string[];
  /** Labels that have no counterpart to be compared with. */
  alone: string[];
}

/**
 * Returns the screenshot of the previous pass that each image is compared with. Images of the same label are compared.
 * If the same number is left on both sides, these are paired in order.
 */
export function pairLabels(names: readonly string[], before: readonly string[]): Pairing {
  const left = before.filter((label) => !names.includes(label));
  const fresh = names.filter((name) => !before.includes(name));
  if (names.length !== before.length) return { labels: [...names], alone: fresh };
  return { labels: names.map((name) => left[fresh.indexOf(name)] ?? name), alone: [] };
}

/** Labels the images of a next pass like those of its parent, and prints which are compared. */
export function pairWithParent(
  terminal: Pick<Terminal, 'note'>,
  parent: Pick<Output<'get_review'>, 'source' | 'screenshots'>,
  source: Source,
  isLabelled: boolean,
): void {
  const items = [...(source.first.images ?? []), ...source.further].flatMap((item) =>
    typeof item === 'string' ? [] : [item],
  );
  const names = items.map(({ label = '' }) => label);
  const before = parent.screenshots.map(({ label }) => label);
  const mayPair = !isLabelled && parent.source === 'images';
  const { labels, alone } = mayPair
    ? pairLabels(names, before)
    : { labels: names, alone: names.filter((name) => !before.includes(name)) };
  for (const [at, item] of items.entries()) {
    const label = labels[at] ?? '';
    if (label === item.label) continue;
    terminal.note(`${line(item.label ?? '')} is compared with "${line(label)}" of the previous pass, by its place.`);
    item.label = label;
  }
  if (alone.length === 0) return;
  const there = before.map((label) => `"${line(label)}"`).join(', ');
  terminal.note(
    `Warning: the previous pass has no ${alone.map((label) => `"${line(label)}"`).join(', ')}, so marks cannot follow there. Choose with --label from ${there}.`,
  );
}
