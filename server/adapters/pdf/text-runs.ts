import { type Bounds, widen } from './bounds.ts';
import type { PageCharacter } from './page-characters.ts';

/** The most runs of a line; further characters are added to the last one. */
const MAX_RUNS = 40;
const MAX_CHARACTERS = 1200;
/** The ratio of sizes above which a new run begins between words */
const SIZE_PARTS = 1.15;

/** A part of a line that is drawn in one style. */
export interface TextRun extends Bounds {
  text: string;
  first: PageCharacter;
}

/** Whether a character continues a run. Within a word sizes may differ: small capitals, initials, superscripts. */
function isAlike({ text, first }: TextRun, { paint, fontPx }: PageCharacter): boolean {
  const sizes = [first.fontPx, fontPx];
  return (
    first.paint.family === paint.family &&
    first.paint.color === paint.color &&
    first.paint.invisible === paint.invisible &&
    (!/\s$/.test(text) || Math.max(...sizes) <= Math.min(...sizes) * SIZE_PARTS)
  );
}

/** Adds a line's next character to its runs. */
export function addToRuns(runs: TextRun[], character: PageCharacter): void {
  const run = runs.at(-1);
  const { box, text } = character;
  if (box === null) {
    if (run !== undefined) run.text += text;
    return;
  }
  if (run === undefined || (runs.length < MAX_RUNS && !isAlike(run, character))) {
    runs.push({ text, ...box, first: character });
    return;
  }
  if (run.text.length < MAX_CHARACTERS) run.text += text;
  widen(run, box);
}
