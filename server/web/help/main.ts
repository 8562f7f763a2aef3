import { copyText } from '../shared/copy.ts';
import { startSearch } from './search-dialog.ts';

const COPIED_MS = 2_000;

/** Adds a copy button to every block of code. */
function startCopying(): void {
  for (const block of document.querySelectorAll('main pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button button-small copy-code';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const isCopied = await copyText(block.querySelector('code')?.textContent ?? '');
      button.textContent = isCopied ? 'Copied' : 'Not copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, COPIED_MS);
    });
    const frame = document.createElement('div');
    frame.className = 'code';
    block.replaceWith(frame);
    frame.append(block, button);
  }
}

startSearch();
startCopying();
