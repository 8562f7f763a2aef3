/** The thread that runs PDFium: whatever a file does to it, only this thread ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { type OpenDocument, openDocument, Unopened } from './document.ts';
import { drawPage } from './draw-page.ts';
import type { Job, WorkerMessage } from './messages.ts';
import { readCharacters } from './page-characters.ts';
import { pageFacts } from './page-facts.ts';
import { pageGeometry } from './page-geometry.ts';
import { readObjects } from './page-objects.ts';
import { loadPdfium } from './pdfium.ts';
import { type TextLines, textLines } from './text-lines.ts';

const port = parentPort;
if (port === null) throw new Error('This file is run as a worker thread.');
const { pdfium, heapBytes, outOfMemory } = await loadPdfium(workerData.maxBytes);
const noText: TextLines = { elements: [], runs: [] };
const post = (message: WorkerMessage, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

/**
 * Draws a page and reads its text. An error here ends the thread: after it, PDFium's state cannot be trusted, so
 * nothing is cleaned up.
 */
function showPage(opened: OpenDocument, number: number): void {
  const page = pdfium._FPDF_LoadPage(opened.document, number - 1);
  if (page === 0) {
    post({ kind: 'failed', number });
    return;
  }
  if (opened.form !== 0) pdfium._FORM_OnAfterLoadPage(page, opened.form);
  const image = drawPage(pdfium, opened, page);
  // An image drawn after memory was refused is incomplete.
  if (outOfMemory()) throw new Error('It takes too much memory.');
  post({ kind: 'image', number, ...image }, [image.pixels.buffer]);
  const geometry = pageGeometry(pdfium, page, image);
  const { elements, runs } = readCharacters(pdfium, page, geometry, (all) => textLines(all, geometry)) ?? noText;
  const facts = pageFacts(runs, readObjects(pdfium, page, geometry), geometry);
  const lackedFonts = [
    ...new Set(runs.flatMap(({ first: { paint } }) => (paint.invisible ? [] : (paint.lackedFont ?? [])))),
  ];
  post({ kind: 'text', number, elements, facts, lackedFonts });
  if (opened.form !== 0) pdfium._FORM_OnBeforeClosePage(page, opened.form);
  pdfium._FPDF_ClosePage(page);
}

function work({ bytes, draw }: Job): void {
  const opened = openDocument(pdfium, bytes, draw !== null);
  post({ kind: 'opened', pages: opened.pages });
  const last = draw === null ? 0 : Math.min(draw.to, opened.pages);
  for (let number = draw?.from ?? 1; number <= last; number += 1) showPage(opened, number);
  opened.close();
}

port.on('message', (job: Job) => {
  try {
    work(job);
    post(outOfMemory() ? { kind: 'broken', outOfMemory: true } : { kind: 'done', heapBytes: heapBytes() });
  } catch (error) {
    if (outOfMemory() || !(error instanceof Unopened)) post({ kind: 'broken', outOfMemory: outOfMemory() });
    else post({ kind: 'unfit', why: error.why });
  }
});
post({ kind: 'ready' });
