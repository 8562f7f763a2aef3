import type { DomElement, DomRoot, DomStyled } from './dom.ts';

interface Painted extends DomStyled {
  isConnected: boolean;
  attachShadow(options: { mode: 'closed' }): { append(element: DomElement): void };
  showPopover(): void;
  matches(selector: string): boolean;
  setAttribute(name: string, value: string): void;
  remove(): void;
}

declare const document: DomRoot & {
  createElement(name: string): Painted;
  documentElement: { append(element: DomElement): void };
};
declare const window: { sightlineMasks?: Painted };

/**
 * Runs inside the page, in a world of our own: paints boxes above everything, dialogs included. In CSS pixels of the
 * page. What was painted before goes.
 */
export function placeMasks(
  boxes: readonly { x: number; y: number; width: number; height: number }[],
  color: string,
): void {
  function dress(element: Painted, declarations: string): void {
    element.setAttribute('style', `all: initial !important; ${declarations.replaceAll(';', ' !important;')}`);
  }

  window.sightlineMasks?.remove();
  if (boxes.length === 0) return;
  const host = document.createElement('div');
  dress(host, 'display: block; position: absolute; left: 0; top: 0; width: 0; height: 0; overflow: visible;');
  host.setAttribute('popover', 'manual');
  const root = host.attachShadow({ mode: 'closed' });
  for (const { x, y, width, height } of boxes) {
    const box = document.createElement('div');
    const place = `left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px;`;
    dress(box, `display: block; position: absolute; ${place} background: ${color};`);
    root.append(box);
  }
  document.documentElement.append(host);
  host.showPopover();
  window.sightlineMasks = host;
}

/** Runs inside the page: whether the page left them there. */
export function hasMasks(): boolean {
  const host = window.sightlineMasks;
  return host?.isConnected === true && host.matches(':popover-open');
}
