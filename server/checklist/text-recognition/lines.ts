import type { TextFact } from '../../contract/shot-facts.ts';
import type { SeenLine } from './messages.ts';

/** Heights above and below the baseline in ems, as in Latin text faces */
const [X_HEIGHT, ASCENDER, DESCENDER] = [0.52, 0.73, 0.21];

/**
 * Returns a line's font size in the unit of its height. Its letters with ascenders and descenders decide what the
 * height spans.
 */
function sizeOf({ text, height }: SeenLine): number {
  const rises = /[\p{Lu}\p{N}bdfhkltßäöüéèí()[\]/|!?]/u.test(text);
  const hangs = /[gjpqyçQ()[\]/|]/u.test(text);
  return height / ((rises ? ASCENDER : X_HEIGHT) + (hangs ? DESCENDER : 0));
}

function common(one: SeenLine, other: SeenLine): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}

const area = ({ width, height }: SeenLine): number => width * height;

const isSame = (one: SeenLine, other: SeenLine): boolean => common(one, other) > Math.min(area(one), area(other)) * 0.5;

/**
 * Estimates the number of correct letters: a whole line read with fair confidence beats a part of it read with high
 * confidence.
 */
const worth = ({ text, sure }: SeenLine): number => text.replace(/[^\p{L}\p{N}]/gu, '').length * sure ** 2;

/** Keeps the best of lines that were read more than once or in parts. */
export function bestLines(seen: readonly SeenLine[]): SeenLine[] {
  const best: SeenLine[] = [];
  for (const line of [...seen].sort((one, other) => worth(other) - worth(one))) {
    if (!best.some((better) => isSame(better, line))) best.push(line);
  }
  return best.sort((one, other) => one.y - other.y || one.x - other.x);
}

/** Turns a line into a fact; `scale` is pixels of the original image per pixel of the image that was read. */
export function toTextFact(line: SeenLine, scale: number): TextFact {
  const { text, x, y, width, height, sure } = line;
  return {
    text: text.slice(0, 300),
    box: { x: x * scale, y: y * scale, width: width * scale, height: height * scale },
    size: Math.round(sizeOf(line) * scale * 10) / 10,
    lines: 1,
    family: null,
    weight: 400,
    color: null,
    ground: null,
    role: 'text',
    level: null,
    cut: null,
    covered: false,
    incidental: false,
    sure,
  };
}
