/** Returns a tree and the open shadow trees in it. */
export function treesIn<Root extends Document | ShadowRoot>(root: Root): (Root | ShadowRoot)[] {
  const found: (Root | ShadowRoot)[] = [root];
  for (const { shadowRoot } of root.querySelectorAll('*')) {
    if (shadowRoot !== null) found.push(...treesIn(shadowRoot));
  }
  return found;
}

/** Returns the elements below a node, each followed by those of its open shadow tree. */
export function elementsIn(root: ParentNode): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    found.push(element);
    if (element.shadowRoot !== null) found.push(...elementsIn(element.shadowRoot));
  }
  return found;
}

/** Returns the parent in which an element is drawn: its slot, its parent, or the host of its shadow tree. */
export function parentOf(element: Element): Element | null {
  const root = element.getRootNode();
  return element.assignedSlot ?? element.parentElement ?? ('host' in root ? (root as ShadowRoot).host : null);
}

/** Returns the children of an element, even of a form with a field called `children`. */
export const childrenOf = (element: Element): HTMLCollection => Reflect.get(Element.prototype, 'children', element);

/** Returns by how much CSS zooms an element. A browser before Chromium 128 does not say. */
export const zoomOf = (element: Element): number => element.currentCSSZoom ?? 1;
