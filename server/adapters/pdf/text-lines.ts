import type { MappedElement } from '../../domain/port-types.ts';
import { type Bounds, boxOf, onImage, widen } from './bounds.ts';
import type { PageCharacter } from './page-characters.ts';
import type { Geometry } from './page-geometry.ts';
import { addToRuns, type TextRun } from './text-runs.ts';

const MAX_LINES = 2000;
const MAX_CHARACTERS = 500;
/** A gap along the line, in letter heights, that separates columns and cells rather than words */
const GAP_PARTS = 1.5;
/**
 * The distance from the baseline, in letter heights, above which a letter belongs to another line; superscripts and
 * subscripts are nearer
 */
const SHIFT_PARTS = 0.7;

/** A gap along the line, in letter heights, that is a space */
const GAP_SPACES = 0.3;

interface Line extends TextRun {
  last: PageCharacter;
  runs: TextRun[];
}

export interface TextLines {
  elements: MappedElement[];
  /** The same text split where its style changes, in the same order */
  runs: TextRun[];
}

const startOf = (first: PageCharacter, box: Bounds): Line => ({ text: '', ...box, first, last: first, runs: [] });

/** Returns the distance of two letters' boxes along the image's axes; below 0 when they overlap. */
function gapBetween(one: PageCharacter['box'], other: PageCharacter['box']): number {
  if (one === null || other === null) return 0;
  return Math.max(other.left - one.right, one.left - other.right, other.top - one.bottom, one.top - other.bottom);
}

/** Whether a letter belongs to another line, or is too far from the one before to be read together. */
function partedFrom({ last }: Line, next: PageCharacter): boolean {
  if (next.box === null) return false;
  const size = Math.max(next.fontPx, last.fontPx, 1);
  const [x, y] = [next.origin[0] - last.origin[0], next.origin[1] - last.origin[1]];
  const shift = Math.abs(x * last.direction[1] - y * last.direction[0]);
  return shift > SHIFT_PARTS * size || gapBetween(last.box, next.box) > GAP_PARTS * size;
}

function add(line: Line, character: PageCharacter): void {
  line.text += character.text;
  addToRuns(line.runs, character);
  const { box } = character;
  if (box === null) return;
  widen(line, box);
  line.last = character;
}

/** Replaces ligatures and Arabic presentation forms by the letters they stand for. */
export const plain = (text: string): string =>
  text
    .replace(/[\ufb00-\ufb4f\ufb50-\ufdff\ufe70-\ufefc]/g, (each) => each.normalize('NFKC'))
    .replace(/\s+/g, ' ')
    .trim();

function elementOf(line: Line, geometry: Geometry): MappedElement | null {
  const seen = onImage(line, geometry);
  const text = plain(line.text);
  if (seen === null || text === '') return null;
  const { fontPx, paint } = line.first;
  return {
    selectors: [],
    tag: 'text',
    role: null,
    accessible_name: null,
    // A font may map a letter to half of a surrogate pair, which no database accepts.
    text: [...text].slice(0, MAX_CHARACTERS).join('').toWellFormed(),
    outer_html: '',
    box: boxOf(seen),
    styles: {
      'font-size': `${Math.round(fontPx * 10) / 10}px`,
      ...(paint.family === null ? {} : { 'font-family': paint.family }),
    },
    parent: null,
  };
}

/** Combines a page's characters, in the order in which PDFium reads them, into lines as they are on the image. */
export function textLines(characters: Iterable<PageCharacter>, geometry: Geometry): TextLines {
  const elements: MappedElement[] = [];
  const runs: TextRun[] = [];
  let line: Line | null = null;
  const end = (): void => {
    const element = line === null ? null : elementOf(line, geometry);
    if (line !== null && element !== null) {
      elements.push(element);
      runs.push(...line.runs);
    }
    line = null;
  };
  let broken = false;
  for (const character of characters) {
    // PDFium breaks lines even within letter-spaced words, so adjacent letters are joined anyway.
    if (/[\r\n]/.test(character.text)) {
      broken = true;
      continue;
    }
    if (line !== null && partedFrom(line, character)) end();
    if (elements.length >= MAX_LINES) return { elements, runs };
    if (line === null && character.box === null) continue;
    if (character.box !== null) {
      line ??= startOf(character, character.box);
      if (broken && gapBetween(line.last.box, character.box) > GAP_SPACES * character.fontPx) {
        add(line, { ...character, text: ' ', box: null });
      }
      broken = false;
    }
    // A line without an end is not kept whole.
    if (line !== null && line.text.length < 4 * MAX_CHARACTERS) add(line, character);
  }
  end();
  return { elements: elements.slice(0, MAX_LINES), runs };
}
