const COPIED_MS = 2_000;

/** Adds a copy button to every block of code, where the browser supports it. */
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
      }, COPIED_MS);
    });
    const frame = document.createElement('div');
    frame.className = 'code';
    block.replaceWith(frame);
    frame.append(block, button);
  }
}
