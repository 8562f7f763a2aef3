// What the function that runs inside the page uses of it.
interface Part {
  tagName: string;
  className: unknown;
  textContent: string | null;
  children: ArrayLike<Part> & Iterable<Part>;
  querySelector(selector: string): Part | null;
  getBoundingClientRect(): { left: number; top: number; right: number; bottom: number };
  checkVisibility(options: { visibilityProperty: boolean; opacityProperty: boolean }): boolean;
}

declare const document: { querySelectorAll(selector: string): Iterable<Part> };
declare const window: { innerWidth: number; innerHeight: number; scrollX: number; scrollY: number };

/** Counts of slides, or of other parts of a page of which only some are shown at a time */
export interface Slides {
  shown: number;
  all: number;
}

/**
 * Runs inside the page: the largest group of siblings of one kind of which one or two are shown, on at least a third of
 * the screen, and two or more with content are hidden or lie beside the screenshot; null when there is none. `picture`
 * in CSS pixels.
 */
export function findSlides(picture: { width: number; height: number }): Slides | null {
  const whole = { visibilityProperty: true, opacityProperty: true };
  const lookAt = (part: Part): { area: number; isShown: boolean } => {
    const box = part.getBoundingClientRect();
    const [x, y] = [box.left + window.scrollX, box.top + window.scrollY];
    const width = Math.min(picture.width, box.right + window.scrollX) - Math.max(0, x);
    // What lies below the screenshot was cut off with everything else there.
    const height = box.bottom + window.scrollY - Math.max(0, y);
    const area = width > 1 && height > 1 && part.checkVisibility(whole) ? width * height : 0;
    return { area, isShown: area > 0 && area >= ((box.right - box.left) * (box.bottom - box.top)) / 2 };
  };
  const hasContent = (part: Part): boolean =>
    (part.textContent ?? '').trim() !== '' || part.querySelector('img, svg, video, canvas, iframe') !== null;
  // Among plain boxes, dialogs that are closed stand beside the page itself: only the same class makes them one kind.
  const kindOf = ({ tagName, className }: Part): string | null => {
    const [first = ''] = typeof className === 'string' ? className.trim().split(/\s+/) : [];
    if (tagName === 'DIV') return first === '' ? null : `DIV.${first}`;
    return /^(SECTION|ARTICLE|LI|FIGURE)$|-/.test(tagName) ? tagName : null;
  };
  const screen = window.innerWidth * window.innerHeight;
  let most: Slides | null = null;
  for (const parent of document.querySelectorAll('body, body *')) {
    if (parent.children.length < 3) continue;
    const kinds = new Map<string, Part[]>();
    for (const child of parent.children) {
      const kind = kindOf(child);
      if (kind !== null) kinds.set(kind, [...(kinds.get(kind) ?? []), child]);
    }
    for (const group of kinds.values()) {
      if (group.length < 3 || group.length <= (most?.all ?? 0)) continue;
      const full = group.filter(hasContent).map(lookAt);
      const [all, shown] = [full.length, full.filter(({ isShown }) => isShown).length];
      if (shown === 0 || shown > 2 || all - shown < 2 || all <= (most?.all ?? 0)) continue;
      // Slides may be smaller than the stage that holds nothing else.
      const stage = group.length === parent.children.length ? lookAt(parent).area : 0;
      if (Math.max(stage, ...full.map(({ area }) => area)) >= screen / 3) most = { shown, all };
    }
  }
  return most;
}
