import type { Unfit } from './messages.ts';
import { PdfRefused } from './pdf-refused.ts';
import type { Ended } from './thread.ts';

const unfit: Record<Unfit, () => PdfRefused> = {
  locked: () => new PdfRefused('locked', 'The PDF is locked with a password. Save it without one.'),
  locked_otherwise: () =>
    new PdfRefused('locked', 'The PDF is locked in a way that is not supported. Save it without protection.'),
  damaged: () => new PdfRefused('damaged', 'The PDF is damaged or cut off. Save it again, then send it.'),
  no_pages: () => new PdfRefused('no_pages', 'The PDF has no pages.'),
};

/** Returns why a file could not be opened, in words for people. */
export function refusalOf(ended: Ended, timeoutMs: number): PdfRefused {
  if (ended.kind === 'unfit') return unfit[ended.why]();
  if (ended.kind === 'lost' && ended.why === 'late') {
    return new PdfRefused(
      'too_slow',
      `The PDF took longer than ${timeoutMs / 1000} s to open. Save a simpler version of it.`,
    );
  }
  if (ended.kind === 'lost' && ended.why === 'memory') {
    return new PdfRefused(
      'too_much_memory',
      'The PDF needs too much memory to be opened. Save a simpler version of it.',
    );
  }
  return unfit.damaged();
}
