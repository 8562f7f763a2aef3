import type { Printout } from '../../contract/printout.ts';
import { ownAddress } from '../review/derive.ts';

const pause = { first: 400, most: 3000 };

/** Lets the browser download a file of this service. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = ownAddress(url);
  link.download = '';
  link.click();
}

/**
 * Asks for a PDF until it is made, and downloads it. Returns null, or why it could not be made. `ask` continues with a
 * printout that it began.
 */
export async function savePdf(
  ask: (printoutId: string | undefined) => Promise<Printout>,
  onProgress: (printout: Printout) => void,
): Promise<string | null> {
  let printout = await ask(undefined);
  for (let wait = pause.first; printout.status === 'waiting'; wait = Math.min(wait * 1.3, pause.most)) {
    onProgress(printout);
    await new Promise((resolve) => setTimeout(resolve, wait));
    printout = await ask(printout.id);
  }
  if (printout.pdf_url === null) return printout.problem ?? '';
  download(printout.pdf_url);
  return null;
}
