import type { CapturedFacts } from './captured-facts.ts';

/**
 * Whether the accessibility engine may find something that is worth its time, which is more than everything else takes:
 * something without a name, or headings that seem to skip a level.
 */
export function isDoubtful({ texts, images, controls }: CapturedFacts): boolean {
  if (controls.some(({ name, disabled }) => name === '' && !disabled)) return true;
  if (images.some(({ alt, decorative }) => alt === null && !decorative)) return true;
  const levels = texts.flatMap(({ level }) => (level === null ? [] : [level]));
  return levels.some((level, at) => level > (levels[at - 1] ?? level) + 1);
}
