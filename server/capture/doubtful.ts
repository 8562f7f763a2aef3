import type { CapturedFacts } from './captured-facts.ts';

/**
 * Whether the accessibility engine may find something: an element without a name, or headings that seem to skip a
 * level. The engine takes more time than everything else, so it runs only then.
 */
export function isDoubtful({ texts, images, controls }: CapturedFacts): boolean {
  if (controls.some(({ name, disabled }) => name === '' && !disabled)) return true;
  if (images.some(({ alt, decorative }) => alt === null && !decorative)) return true;
  const levels = texts.flatMap(({ level }) => (level === null ? [] : [level]));
  return levels.some((level, at) => level > (levels[at - 1] ?? level) + 1);
}
