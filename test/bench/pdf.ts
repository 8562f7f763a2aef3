import { readFile } from 'node:fs/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { createPdfTools } from '../../server/adapters/pdf/index.ts';
import { box, words, writePdf } from '../support/pdf/write-pdf.ts';
import { compared, interleave, type Result, timed } from './support/measure.ts';

const SLIDES = 5;
const ROUNDS = 5;
/** Pixels per point of a slide’s image: 960 × 540 points become 2000 × 1125 pixels. */
const SCALE = 2000 / 960;

function slide(number: number): string {
  const bars = Array.from({ length: 12 }, (_, at) =>
    box(80 + at * 66, 60, 44, 60 + ((at * 37 + number * 53) % 220), [0.2, 0.4, at / 12]),
  );
  const lines = Array.from({ length: 8 }, (_, at) =>
    words(`Point ${at + 1} of slide ${number}, with a line of its own`, 80, 440 - at * 14, 11),
  );
  return words(`Slide ${number}: quarterly figures`, 80, 480, 32) + bars.join('') + lines.join('');
}

const perPage = async (work: () => Promise<unknown>): Promise<number> => (await timed(work)) / SLIDES;

/** Renders five slides with their text, compared with PDFium alone, which neither encodes images nor reads text. */
export async function benchPdf(): Promise<Result[]> {
  const bytes = writePdf({ pages: Array.from({ length: SLIDES }, (_, at) => ({ content: slide(at + 1) })) });
  const wasm = await readFile(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')));
  const library = (): ReturnType<typeof PDFiumLibrary.init> =>
    PDFiumLibrary.init({ wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) });
  const drawAll = async (pdfium: Awaited<ReturnType<typeof library>>): Promise<void> => {
    const document = await pdfium.loadDocument(bytes);
    const bitmap = async ({ data }: { data: Uint8Array }): Promise<Uint8Array> => data;
    for (const page of document.pages()) await page.render({ scale: SCALE, render: bitmap });
    document.destroy();
  };
  const tools = createPdfTools();
  const kept = await library();
  try {
    const warm = await interleave(
      ROUNDS,
      () => perPage(() => tools.render(bytes, SLIDES)),
      () => perPage(() => drawAll(kept)),
    );
    const cold = await interleave(
      ROUNDS,
      () =>
        perPage(async () => {
          const fresh = createPdfTools();
          await fresh.render(bytes, SLIDES);
          await fresh.close();
        }),
      () => perPage(async () => drawAll(await library())),
    );
    const note = 'ours comes out of a thread of its own, as PNG and with the text’s places; the baseline only draws.';
    const common = { against: 'PDFium drawing', unit: 'ms/page', target: { atMost: 4 }, note };
    return [
      compared({ ...common, name: 'pdf, 5 slides, warm' }, warm),
      compared({ ...common, name: 'pdf, 5 slides, each in a new thread' }, cold),
    ];
  } finally {
    kept.destroy();
    await tools.close();
  }
}
