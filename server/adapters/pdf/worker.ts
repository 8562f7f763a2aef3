/** The thread in which PDFium runs: whatever a file does to it, this thread alone is ended. */
import { parentPort, workerData } from 'node:worker_threads';
import { type OpenDocument, openDocument, Unopened } from './document.ts';
import { drawPage } from './draw-page.ts';
import type { Job, Said } from './messages.ts';
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
const say = (said: Said, transfer: ArrayBuffer[] = []): void => port.postMessage(said, transfer);

/** Anything that is thrown here ends this thread: nothing is tidied up in a PDFium that nobody can trust any more. */
function showPage(opened: OpenDocument, number: number): void {
  const page = pdfium._FPDF_LoadPage(opened.document, number - 1);
  if (page === 0) {
    say({ kind: 'failed', number });
    return;
  }
  if (opened.form !== 0) pdfium._FORM_OnAfterLoadPage(page, opened.form);
  const picture = drawPage(pdfium, opened, page);
  // What was drawn after memory was refused lacks something.
  if (outOfMemory()) throw new Error('It takes too much memory.');
  say({ kind: 'picture', number, ...picture }, [picture.pixels.buffer]);
  const geometry = pageGeometry(pdfium, page, picture);
  const { elements, runs } = readCharacters(pdfium, page, geometry, (all) => textLines(all, geometry)) ?? noText;
  const facts = pageFacts(runs, readObjects(pdfium, page, geometry), geometry);
  say({ kind: 'text', number, elements, facts });
  if (opened.form !== 0) pdfium._FORM_OnBeforeClosePage(page, opened.form);
  pdfium._FPDF_ClosePage(page);
}

function work({ bytes, draw }: Job): void {
  const opened = openDocument(pdfium, bytes, draw !== null);
  say({ kind: 'opened', pages: opened.pages });
  const last = draw === null ? 0 : Math.min(draw.to, opened.pages);
  for (let number = draw?.from ?? 1; number <= last; number += 1) showPage(opened, number);
  opened.close();
}

port.on('message', (job: Job) => {
  try {
    work(job);
    say(outOfMemory() ? { kind: 'broken', outOfMemory: true } : { kind: 'done', heapBytes: heapBytes() });
  } catch (error) {
    if (outOfMemory() || !(error instanceof Unopened)) say({ kind: 'broken', outOfMemory: outOfMemory() });
    else say({ kind: 'unfit', why: error.why });
  }
});
say({ kind: 'ready' });
