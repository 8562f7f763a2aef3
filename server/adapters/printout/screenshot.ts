import { Html, html } from '../../contract/html.ts';
import type { MarkShape } from '../../domain/port-types.ts';
import type { PrintedScreenshot } from '../../domain/printed-review.ts';
import { drawnOn } from '../images/mark-overlay.ts';
import { drawMarks } from '../images/marks-overlay.ts';
import { paperFor, papers, type Sheet, type Sheets, sheetsOf } from './sheets.ts';
import { changeOf } from './words.ts';

/** Marks are drawn smaller on paper than on a screen. */
const MARK_SCALE = 0.7;

/** A mark's part on a sheet that is smaller than this, in CSS pixels, needs no number there. */
const SLIVER = 6;

const round = (value: number): number => Math.round(value * 100) / 100;

/** Draws a number as text, so that it can be found and copied. */
const writtenNumber = (number: number, x: number, y: number, colour: string): string =>
  `<text x="${round(x)}" y="${round(y + 5.2)}" text-anchor="middle" font-size="15" font-weight="700" fill="${colour}">${number}</text>`;

/** Returns the marks on a sheet, in units of their drawing there. */
function marksOnSheet(
  marks: readonly MarkShape[],
  { top, height }: Sheet,
  scale: number,
  isLast: boolean,
): MarkShape[] {
  return marks.flatMap((mark) => {
    const { y, height: tall } = mark.box;
    const visible = Math.min(y + tall, top + height) - Math.max(y, top);
    const isHere = tall === 0 ? y >= top && (y < top + height || isLast) : visible > Math.min(SLIVER / scale, tall / 2);
    return isHere ? [drawnOn(mark, { x: 0, y: top }, scale / MARK_SCALE)] : [];
  });
}

function toSvg(shot: PrintedScreenshot, sheet: Sheet, scale: number, address: string): Html {
  const [width, height] = [round(shot.width * scale), round(sheet.height * scale)];
  const marks = marksOnSheet(shot.marks, sheet, scale, sheet.top + sheet.height >= shot.height);
  const drawn = drawMarks({ width: width / MARK_SCALE, height: height / MARK_SCALE }, marks, writtenNumber);
  const [y, whole] = [round(-sheet.top * scale), round(shot.height * scale)];
  return html`<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${shot.label}"><image href="${address}" y="${y}" width="${width}" height="${whole}" preserveAspectRatio="none"/><g transform="scale(${MARK_SCALE})">${new Html(drawn)}</g></svg>`;
}

const count = (value: number): string => value.toLocaleString('en');

function factsOf(shot: PrintedScreenshot): string[] {
  const { width, height, viewport, pageNumber, page, sha256, notices } = shot;
  const facts = [
    `${count(width)} × ${count(height)} pixels`,
    viewport === null ? null : `viewport ${viewport}`,
    pageNumber === null ? null : `page ${pageNumber} of the PDF`,
    changeOf(shot.change),
    shot.marks.length === 0 ? null : `marks ${shot.marks.map(({ number }) => number).join(', ')}`,
  ];
  const line = facts.filter((fact) => fact !== null).join(' · ');
  return [line, ...(page === null ? [] : [page]), `SHA-256 of its pixels: ${sha256}`, ...notices];
}

/** Returns the lines that a text takes at most, where every character is as wide as the type is high. */
const linesOf = (text: string, size: number, width: number): number => {
  const wide = /[^ -\u024f]/.test(text) ? 1 : 0.62;
  return Math.max(1, Math.ceil((text.length * size * wide) / width));
};

/** Returns the pixels per CSS pixel on paper at full size. A page of a PDF is as wide as its paper. */
function scaleOf({ pageNumber, width, height, scale }: PrintedScreenshot): number {
  if (pageNumber === null) return scale;
  return width / (height > width ? papers.narrow : papers.wide).width;
}

/** Returns the height of a screenshot's facts, in CSS pixels: at least what the style makes of them. */
function headHeight(shot: PrintedScreenshot, width: number): number {
  const facts = factsOf(shot).map((each) => linesOf(each, 11, width) * 16);
  return linesOf(`000. ${shot.label}`, 14, width) * 20 + facts.reduce((sum, each) => sum + each, 0) + 6;
}

const head = (shot: PrintedScreenshot, number: number): Html =>
  html`<h3>${number}. <bdi>${shot.label}</bdi></h3>${factsOf(shot).map((each) => html`<p class="facts"><bdi>${each}</bdi></p>`)}`;

function divide(shot: PrintedScreenshot): Sheets {
  const sized = { width: shot.width, height: shot.height, scale: scaleOf(shot) };
  const boxes = shot.marks.map(({ box }) => box);
  return sheetsOf(sized, boxes, headHeight(shot, paperFor(sized).width));
}

function figure(shot: PrintedScreenshot, sheet: Sheet, { scale, rows }: Sheets, address: string): Html {
  const isWhole = rows.flat().length === 1;
  const part = isWhole
    ? null
    : html`<figcaption><bdi>${shot.label}</bdi>, rows ${count(sheet.top + 1)} to ${count(sheet.top + sheet.height)} of ${count(shot.height)}</figcaption>`;
  return html`<figure>${toSvg(shot, sheet, scale, address)}${part}</figure>`;
}

/** Returns how many sheets of paper a screenshot takes. */
export function sheetCount(shot: PrintedScreenshot): number {
  const { rows, isApart } = divide(shot);
  return rows.length + (isApart ? 1 : 0);
}

/** Returns a screenshot with its facts, divided over as many sheets as it needs. */
export function printScreenshot(shot: PrintedScreenshot, number: number, address: string): Html {
  const sheets = divide(shot);
  const facts = head(shot, number);
  const rows = sheets.rows.map((row, at) => {
    const figures = html`<div class="row">${row.map((sheet) => figure(shot, sheet, sheets, address))}</div>`;
    return html`<div class="sheet">${at === 0 && !sheets.isApart ? facts : null}${figures}</div>`;
  });
  const apart = sheets.isApart ? html`<div class="apart">${facts}</div>` : null;
  return html`<section class="shot ${sheets.paper.name}">${apart}${rows}</section>`;
}
