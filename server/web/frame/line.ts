/** Until the page starts, and where it cannot, the frame shows one line: the built page's own, with other words. */

const lineOf = (): HTMLElement | null => document.getElementById('broken');

/** Puts a text, and what the person can do, into the line. */
export function writeLine(text: string, ...acts: readonly HTMLElement[]): void {
  lineOf()?.replaceChildren(text, ...acts.flatMap((act) => [' ', act]));
}

/** Shows the line, and the bar around it, which otherwise appears after the first screenshot. */
export function showLine(): void {
  const line = lineOf();
  for (const each of [line, line?.closest('.top-bar')]) each?.removeAttribute('hidden');
}

export const hideLine = (): void => lineOf()?.setAttribute('hidden', '');

/** Makes a link that looks like a button. */
export function linkTo(href: string, text: string): HTMLElement {
  const link = document.createElement('a');
  link.className = 'button button-small';
  link.href = href;
  link.textContent = text;
  return link;
}

/** Makes a button that can be pressed once. */
export function buttonTo(press: () => void, text: string): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button-small';
  button.textContent = text;
  button.addEventListener('click', () => {
    button.disabled = true;
    press();
  });
  return button;
}

/**
 * Calls `late` when the page has not started after `patienceMs`, or as soon as a part of it cannot be loaded; and
 * `started` when it starts, which may still happen then.
 */
export function watchStart(patienceMs: number, { late, started }: { late(): void; started(): void }): void {
  const page = document.getElementById('page');
  const line = lineOf();
  if (page === null || line === null) return;
  const timer = setTimeout(late, patienceMs);
  const watcher = new MutationObserver(() => {
    clearTimeout(timer);
    // The page replaces the line.
    const isThere = line.isConnected;
    if (!isThere) watcher.disconnect();
    (isThere ? late : started)();
  });
  watcher.observe(line, { attributeFilter: ['hidden'] });
  watcher.observe(page, { childList: true });
}
