/** A box with a background of its own: an element, or its `::before` or `::after`. */
export interface Box {
  style: CSSStyleDeclaration;
  /** In CSS pixels */
  contentHeight(): number;
  /** Sets a property above all stylesheets. */
  set(name: string, value: string): void;
}

export const ownBox = (element: HTMLElement): Box => ({
  style: getComputedStyle(element),
  contentHeight: () => element.scrollHeight,
  set: (name, value) => element.style.setProperty(name, value, 'important'),
});

/** Returns the boxes that stylesheets add to an element. */
export function styledBoxes(element: HTMLElement): Box[] {
  return ['::before', '::after'].flatMap((pseudoElement) => {
    const style = getComputedStyle(element, pseudoElement);
    if (style.content === 'none' || style.display === 'none') return [];
    return {
      style,
      contentHeight: () => Number.parseFloat(style.height),
      // It has no inline style, but a finished animation sets its properties as well.
      set: (name, value) => {
        const property = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
        element.animate({ [property]: value }, { pseudoElement, duration: 0, fill: 'forwards' }).finish();
      },
    };
  });
}
