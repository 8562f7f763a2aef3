import type { PdfPage, PdfTools } from '../../domain/port-types.ts';
import { ServiceStopping } from '../service-stopping.ts';
import { createDrawing, type Drawing } from './drawing.ts';
import { createTurns } from './in-turn.ts';
import type { WorkerMessage } from './messages.ts';
import { PdfRefused } from './pdf-refused.ts';
import { refusalOf } from './refusal-of.ts';
import { requirePdf } from './require-pdf.ts';
import { type Ended, startThread, type Thread } from './thread.ts';

export interface PdfSettings {
  /**
   * How long opening and each page may take before the thread is stopped. Default 10 s; all pages together have three
   * times that
   */
  timeoutMs?: number;
  /** The most memory that PDFium may use, in bytes. Default 768 MiB */
  maxMemoryBytes?: number;
  /** How long an idle thread is kept. Default 30 s */
  idleMs?: number;
}

/** How many times the time limit of one page all pages may take together */
const PATIENCE = 3;

/**
 * Creates PDF tools that run PDFium in its own thread, one file at a time per process. Files are untrusted: one that
 * hangs, crashes or uses too much memory costs only the thread. Bad files are refused with PdfRefused.
 */
export function createPdfTools(settings: PdfSettings = {}): PdfTools & { close(): Promise<void> } {
  const { timeoutMs = 10_000, maxMemoryBytes = 768 * 1024 * 1024, idleMs = 30_000 } = settings;
  const inTurn = createTurns();
  let kept: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  const requireOpen = (): void => {
    if (closed) throw new ServiceStopping('PDFs are no longer read: the process is stopping.');
  };

  async function run(
    bytes: Uint8Array,
    draw: { from: number; to: number } | null,
    onMessage: (message: WorkerMessage) => void,
    patienceMs = () => timeoutMs,
  ): Promise<Ended> {
    requireOpen();
    clearTimeout(idle);
    const thread = kept?.fit() ? kept : startThread(maxMemoryBytes);
    kept = thread;
    // The thread takes over a copy, so the caller keeps its bytes.
    const ended = await thread.run({ bytes: new Uint8Array(bytes), draw }, onMessage, patienceMs);
    requireOpen();
    if (!thread.fit()) kept = null;
    else idle = setTimeout(() => void thread.close(), idleMs).unref();
    return ended;
  }

  async function inspect(bytes: Buffer): Promise<{ pages: number }> {
    requirePdf(bytes);
    let pages: number | null = null;
    const ended = await inTurn(true, () =>
      run(bytes, null, (message) => {
        if (message.kind === 'opened') pages = message.pages;
      }),
    );
    if (pages === null) throw refusalOf(ended, timeoutMs);
    return { pages };
  }

  /** Draws one page after another. When a page ends the thread, another thread continues while there is time. */
  async function draw(bytes: Buffer, most: number): Promise<Drawing> {
    const drawing = createDrawing(most, timeoutMs);
    const until = performance.now() + PATIENCE * timeoutMs;
    const patienceMs = (): number => Math.max(0, Math.min(timeoutMs, until - performance.now()));
    for (;;) {
      const ended = await run(bytes, { from: drawing.next(), to: most }, drawing.onMessage, patienceMs);
      if (drawing.pages() === null) throw refusalOf(ended, timeoutMs);
      if (ended.kind === 'done') return drawing;
      drawing.lose(ended.kind === 'lost' ? ended.why : 'crash');
      if (drawing.next() > drawing.last() || performance.now() >= until) return drawing;
    }
  }

  async function render(bytes: Buffer, most: number): Promise<{ pages: number; shown: PdfPage[] }> {
    requirePdf(bytes);
    const drawing = await inTurn(false, () => draw(bytes, most));
    return { pages: drawing.pages() ?? 0, shown: await drawing.shown() };
  }

  async function close(): Promise<void> {
    closed = true;
    clearTimeout(idle);
    await kept?.close();
  }

  return { inspect, render, close, isRefusal: (error) => error instanceof PdfRefused };
}
