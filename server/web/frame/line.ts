/** Until the page starts, and where it cannot, the frame shows one line: the built page's own, with other words. */

const lineOf = (): HTMLElement | null => document.getElementById('broken');

/** Puts a text, and what the person can do, into the line. */
export function writeLine(text: string, act?: HTMLElement): void {
  lineOf()?.replaceChildren(text, ' ', ...(act === undefined ? [] : [act]));
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

/** Makes a button. */
export function buttonTo(press: () => void, text: string): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button-small';
  button.textContent = text;
  button.addEventListener('click', press);
  return button;
}

/** Calls back when the page's parts have not started it after `patienceMs`, or as soon as one of them cannot be loaded. */
export function whenNotStarted(patienceMs: number, then: () => void): void {
  const line = lineOf();
  if (line === null) return;
  // The page replaces the line when it starts.
  const timer = setTimeout(() => line.isConnected && then(), patienceMs);
  new MutationObserver((_, watcher) => {
    watcher.disconnect();
    clearTimeout(timer);
    then();
  }).observe(line, { attributeFilter: ['hidden'] });
}
