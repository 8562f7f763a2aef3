const SAID_MS = 2_000;

/** A button on every block of code that copies it. Not where the browser lets no page copy. */
export function startCopying(): void {
  if (!('clipboard' in navigator)) return;
  for (const block of document.querySelectorAll('main pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button button-small copy-code';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const done = await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '').then(
        () => 'Copied',
        () => 'Not copied',
      );
      button.textContent = done;
      setTimeout(() => {
        button.textContent = 'Copy';
      }, SAID_MS);
    });
    const frame = document.createElement('div');
    frame.className = 'code';
    block.replaceWith(frame);
    frame.append(block, button);
  }
}
