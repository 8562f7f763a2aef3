import type { DomDocument, DomNode, DomRoot, DomStyled, DomWindow } from './dom.ts';

declare const document: DomDocument;
declare const window: DomWindow;

/**
 * Runs inside the page, scrolled to its top: brings what sticks to the screen's lower edge to the lower end of a picture
 * of `height` CSS pixels, as somebody sees it who has scrolled there. Without it, it would cover the picture's middle.
 * What fills the screen (dialogs, backdrops, side bars) and what sticks to the top stays on the first screen.
 */
export function placeBars(height: number): void {
  const screen = document.documentElement?.clientHeight ?? window.innerHeight;
  const down = height - screen;
  if (!(down > 0)) return;

  function all(root: DomRoot): DomNode[] {
    const found: DomNode[] = [];
    for (const element of root.querySelectorAll('*')) {
      found.push(element as DomNode);
      if (element.shadowRoot !== null) found.push(...all(element.shadowRoot));
    }
    return found;
  }

  function above(element: DomNode): DomNode | null {
    const root = element.getRootNode();
    return element.assignedSlot ?? element.parentElement ?? ('host' in root ? (root.host as DomNode) : null);
  }

  /** Such an ancestor is what a fixed box is fixed to, instead of the screen. */
  function holds(element: DomNode): boolean {
    const style = window.getComputedStyle(element);
    const set = [style.transform, style.translate, style.rotate, style.scale, style.perspective, style.filter];
    return (
      set.some((value) => value !== '' && value !== 'none') ||
      (style.backdropFilter !== undefined && style.backdropFilter !== 'none') ||
      /paint|layout|strict|content/.test(style.contain) ||
      /transform|perspective|filter|translate|rotate|scale/.test(style.willChange) ||
      (style.containerType !== undefined && style.containerType !== 'normal')
    );
  }

  function scrolls(element: DomNode): boolean {
    if (element === document.documentElement || element === document.body) return false;
    return /auto|scroll|hidden|overlay/.test(window.getComputedStyle(element).overflowY);
  }

  function isUnder(element: DomNode, test: (ancestor: DomNode) => boolean): boolean {
    for (let each = above(element); each !== null; each = above(each)) if (test(each)) return true;
    return false;
  }

  function isAtBottom(element: DomNode): boolean {
    const box = element.getBoundingClientRect();
    if (box.height >= screen * 0.9) return false;
    const said = element.computedStyleMap();
    const top = String(said.get('top') ?? 'auto');
    const bottom = String(said.get('bottom') ?? 'auto');
    if (top === 'auto') return bottom !== 'auto';
    if (bottom !== 'auto' && box.top < screen / 2) return false;
    return box.top >= screen / 2 && box.bottom >= screen * 0.8;
  }

  const moves: (() => void)[] = [];
  function consider(element: DomNode): void {
    const style = window.getComputedStyle(element);
    const inline = (element as DomNode & DomStyled).style;
    if (style.position === 'sticky' && style.bottom !== 'auto' && !isUnder(element, scrolls)) {
      moves.push(() => inline.setProperty('bottom', 'auto', 'important'));
    }
    if (style.position !== 'fixed' || isUnder(element, holds) || !isAtBottom(element)) return;
    const top = Number.parseFloat(style.top) + down;
    const bottom = Number.parseFloat(style.bottom) - down;
    if (!Number.isFinite(top) || !Number.isFinite(bottom)) return;
    moves.push(() => {
      inline.setProperty('transition', 'none', 'important');
      inline.setProperty('top', `${top}px`, 'important');
      inline.setProperty('bottom', `${bottom}px`, 'important');
    });
  }

  function attempt(work: () => void): void {
    try {
      work();
    } catch {
      // A form whose fields are called like what it is asked: it stays where it is.
    }
  }

  // All are judged before the first one moves.
  for (const element of all(document)) attempt(() => consider(element));
  for (const move of moves) attempt(move);
}
