import type { PixelBox } from '../../domain/port-types.ts';

/** Part of a screenshot on a sheet of paper: rows of the image, from `top` on. */
export interface Sheet {
  top: number;
  height: number;
}

/** The paper that a screenshot is printed on: its class in the style, and what is left of it inside the margins. */
export interface Paper {
  name: 'narrow' | 'wide' | 'large';
  /** CSS pixels */
  width: number;
  height: number;
}

export interface Sheets {
  paper: Paper;
  /** CSS pixels on paper per pixel of the image */
  scale: number;
  /** Sheets that stand side by side are in one row */
  rows: Sheet[][];
  /** Whether the facts above the screenshot stand on a sheet of their own. */
  isApart: boolean;
}

/** A4 upright, A4 and A3 on their side, each without margins of 12 mm; a little less, because browsers round. */
export const papers = {
  narrow: { name: 'narrow', width: 700, height: 1026 },
  wide: { name: 'wide', width: 1028, height: 698 },
  large: { name: 'large', width: 1490, height: 1026 },
} as const satisfies Record<string, Paper>;

/** The widest pages, in CSS pixels, whose text stays legible on each paper. */
const WIDEST = { narrow: 800, wide: 1720 };
/** The line below each sheet, and the space between sheets that stand side by side; as in the style. */
const FOOT = 22;
const GAP = 20;
/** Sheets overlap by this much, so that a line of text at a cut is whole on one of them. */
const OVERLAP = 18;
/** A screenshot's facts that take more than this share of its paper stand on a sheet of their own. */
const MAX_FACTS_SHARE = 0.4;
/** How much smaller a screenshot may get so that it needs one sheet less: much to avoid a second sheet, else little. */
const SHRINK = { toOne: 0.72, byOne: [1, 0.97, 0.94, 0.91, 0.88] };
/** Keeps a screenshot that just fits from being cut after rounding. */
const ROUNDED = 0.9999;
/** The space that a mark's number takes beside it, in CSS pixels on paper. */
const NUMBER = 24;
/** A sheet is cut this much shorter at most, so that the cut is beside a mark and not through it. */
const SHORTEST = 0.6;

interface Shot {
  /** Pixels */
  width: number;
  height: number;
  /** Pixels per CSS pixel */
  scale: number;
}

/** Returns the row to cut at, the lowest above `most` that no mark lies on; `most` itself where that wastes a sheet. */
function cutBefore(top: number, most: number, boxes: readonly PixelBox[], pad: number): number {
  let cut = top + most;
  const isCut = ({ y, height }: PixelBox): boolean => y - pad < cut && cut < y + height + pad && height < most / 2;
  for (let box = boxes.find(isCut); box !== undefined; box = boxes.find(isCut)) {
    const above = Math.floor(box.y - pad);
    if (above < top + most * SHORTEST) return top + most;
    cut = above;
  }
  return cut;
}

/** Cuts rows into sheets; `heightOf` returns the most rows of each. */
function cutInto(height: number, boxes: readonly PixelBox[], scale: number, heightOf: (at: number) => number): Sheet[] {
  const sheets: Sheet[] = [];
  const overlap = Math.round(OVERLAP / scale);
  for (let top = 0; ; ) {
    const most = Math.floor(heightOf(sheets.length) / scale);
    const end = top + most >= height ? height : cutBefore(top, most, boxes, NUMBER / scale);
    sheets.push({ top, height: end - top });
    if (end === height) return sheets;
    top = end - overlap;
  }
}

/** Returns the paper for a screenshot of this width. */
export function paperFor({ width, scale }: Pick<Shot, 'width' | 'scale'>): Paper {
  if (width / scale <= WIDEST.narrow) return papers.narrow;
  return width / scale <= WIDEST.wide ? papers.wide : papers.large;
}

/**
 * Divides a screenshot over sheets of paper, below facts that take `head` CSS pixels: every row is on a sheet, and no cut
 * goes through a small mark.
 */
export function sheetsOf(shot: Shot, boxes: readonly PixelBox[], head: number): Sheets {
  const paper = paperFor(shot);
  const cssWidth = shot.width / shot.scale;
  const isPhone = cssWidth <= papers.narrow.width * 0.65;
  const isApart = head > paper.height * MAX_FACTS_SHARE;
  const [first, full] = [paper.height - (isApart ? 0 : head) - FOOT, paper.height - FOOT];
  const result = (scale: number, columns: number): Sheets => {
    const cut = cutInto(shot.height, boxes, scale, (at) => (at < columns ? first : full));
    const rows = Array.from({ length: Math.ceil(cut.length / columns) }, (_, at) =>
      cut.slice(at * columns, (at + 1) * columns),
    );
    return { paper, scale, rows, isApart };
  };
  const scaleFor = (columns: number): number =>
    Math.min(1, (paper.width - (columns - 1) * GAP) / columns / cssWidth) / shot.scale;
  const toOne = Math.min(scaleFor(1), (first * ROUNDED) / shot.height);
  if (toOne >= scaleFor(1) * SHRINK.toOne) return result(toOne, 1);
  const columns = isPhone ? 2 : 1;
  const tried = SHRINK.byOne.map((share) => result(scaleFor(columns) * share, columns));
  const fewest = Math.min(...tried.map(({ rows }) => rows.length));
  return tried.find(({ rows }) => rows.length === fewest) ?? result(scaleFor(columns), columns);
}
