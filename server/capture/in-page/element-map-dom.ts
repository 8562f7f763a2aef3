/** A node of the page; what it is asked goes through `domKit`, never through its own properties. */
export interface PageNode {
  readonly pageNode?: never;
}

export interface PageStyle {
  getPropertyValue(name: string): string;
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Runs inside the page: the few questions that the map asks, bound to the prototypes themselves. A form whose input is
 * called `children`, or a page whose image is called `body`, hides the property of that name: even a world of its own
 * does not help against that.
 */
export function domKit() {
  const scope = globalThis as unknown as Record<string, { prototype: Record<string, unknown> } | undefined>;

  function getter<T>(type: string, name: string): (node: PageNode) => T {
    const get = Object.getOwnPropertyDescriptor(scope[type]?.prototype ?? {}, name)?.get ?? (() => null);
    return (node) => Reflect.apply(get, node, []) as T;
  }

  function method<A extends unknown[], T>(type: string, name: string): (node: PageNode, ...values: A) => T {
    const call = scope[type]?.prototype[name] as (...values: A) => T;
    return (node, ...values) => Reflect.apply(call, node, values);
  }

  const { document, getComputedStyle, CSS, scrollX, scrollY } = globalThis as unknown as {
    document: PageNode;
    getComputedStyle(element: PageNode, part?: string): PageStyle;
    CSS: { escape(text: string): string };
    scrollX: number;
    scrollY: number;
  };
  const nodeType = getter<number>('Node', 'nodeType');
  const attribute = method<[string], string | null>('Element', 'getAttribute');
  const inDocument = method<[string], ArrayLike<PageNode>>('Document', 'querySelectorAll');
  const inShadow = method<[string], ArrayLike<PageNode>>('DocumentFragment', 'querySelectorAll');
  const boundingBox = method<[], Rectangle>('Element', 'getBoundingClientRect');
  const shadowRoot = getter<PageNode | null>('Element', 'shadowRoot');
  const assignedNodes = method<[], PageNode[]>('HTMLSlotElement', 'assignedNodes');
  const firstChild = getter<PageNode | null>('Node', 'firstChild');
  const nextSibling = getter<PageNode | null>('Node', 'nextSibling');
  const localName = getter<string>('Element', 'localName');
  const htmlSpace = 'http://www.w3.org/1999/xhtml';
  const namespace = getter<string | null>('Element', 'namespaceURI');

  const range = method<[], PageNode>('Document', 'createRange');
  const selectContents = method<[PageNode], void>('Range', 'selectNodeContents');
  const rangeBoxes = method<[], ArrayLike<Rectangle>>('Range', 'getClientRects');

  const root = getter<PageNode | null>('Document', 'documentElement')(document);
  const length = (name: string): number => (root === null ? 0 : getter<number>('Element', name)(root));
  const principal = inDocument(document, 'body')[0] ?? root;
  const direction = (name: string): string =>
    principal === null ? '' : getComputedStyle(principal).getPropertyValue(name);
  const growsLeft = direction('direction') === 'rtl' || direction('writing-mode').endsWith('-rl');
  /** How much of the page lies to the left of where it starts: what does not fit goes there when it is read from the right. */
  const hiddenLeft = growsLeft ? length('scrollWidth') - length('clientWidth') : 0;

  const tags = new Map<PageNode, string>();
  function tag(element: PageNode): string {
    const known = tags.get(element);
    if (known !== undefined) return known;
    const name = localName(element);
    tags.set(element, name);
    return name;
  }

  function childNodes(node: PageNode): PageNode[] {
    const children: PageNode[] = [];
    for (let child = firstChild(node); child !== null; child = nextSibling(child)) children.push(child);
    return children;
  }

  const hitsIn = (type: string) => method<[number, number], PageNode[]>(type, 'elementsFromPoint');

  function select(root: PageNode, selector: string): ArrayLike<PageNode> {
    try {
      return nodeType(root) === 9 ? inDocument(root, selector) : inShadow(root, selector);
    } catch {
      return [];
    }
  }

  return {
    document,
    escape: (text: string): string => CSS.escape(text),
    /** As a CSS string, quotes included */
    quote: (text: string): string =>
      `"${text.replace(/["\\]/g, '\\$&').replace(/\p{Cc}/gu, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `)}"`,
    isElement: (node: PageNode): boolean => nodeType(node) === 1,
    isText: (node: PageNode): boolean => nodeType(node) === 3,
    isShadowRoot: (node: PageNode): boolean => nodeType(node) === 11,
    isHtml,
    /** As it is written in HTML */
    tag,
    attribute,
    attributeNames: method<[], string[]>('Element', 'getAttributeNames'),
    parent: getter<PageNode | null>('Node', 'parentNode'),
    firstChild,
    nextSibling,
    lastChild: getter<PageNode | null>('Node', 'lastChild'),
    previousSibling: getter<PageNode | null>('Node', 'previousSibling'),
    childNodes,
    root: method<[], PageNode>('Node', 'getRootNode'),
    host: getter<PageNode>('ShadowRoot', 'host'),
    documentElement: root,
    hiddenLeft,
    textOf: getter<string>('CharacterData', 'data'),
    select,
    matches: method<[string], boolean>('Element', 'matches'),
    /** `part`: a pseudo-element of it */
    style: (element: PageNode, part?: '::before' | '::after' | '::placeholder'): PageStyle =>
      getComputedStyle(element, part),
    isRendered: method<[], boolean>('Element', 'checkVisibility'),
    /** From the page's upper left corner, in CSS pixels */
    box(element: PageNode): Rectangle {
      const { x, y, width, height } = boundingBox(element);
      return { x: x + scrollX + hiddenLeft, y: y + scrollY, width, height };
    },
    /** Of the lines of a text, from the page's upper left corner */
    lineBoxes(text: PageNode): Rectangle[] {
      const around = range(document);
      selectContents(around, text);
      return Array.from(rangeBoxes(around), ({ x, y, width, height }) => ({
        x: x + scrollX + hiddenLeft,
        y: y + scrollY,
        width,
        height,
      }));
    },
    /** What a property of its type says, whatever the page has put in its place; null where it has none */
    property<T>(node: PageNode, type: string, name: string): T | null {
      return getter<T | null>(type, name)(node);
    },
    sheets: (): unknown[] => Array.from(getter<ArrayLike<unknown>>('Document', 'adoptedStyleSheets')(document) ?? []),
    setSheets(sheets: readonly unknown[]): void {
      const set = Object.getOwnPropertyDescriptor(scope.Document?.prototype ?? {}, 'adoptedStyleSheets')?.set;
      if (set !== undefined) Reflect.apply(set, document, [sheets]);
    },
    /** What is hit at a point of the screen as it is scrolled now, the front first */
    hits(root: PageNode, x: number, y: number): PageNode[] {
      return hitsIn(nodeType(root) === 9 ? 'Document' : 'ShadowRoot')(root, x, y);
    },
    /** What is drawn inside it: shadow trees instead of what they stand for, and in their slots what was given. */
    flatChildren(element: PageNode): PageNode[] {
      const shadow = shadowRoot(element);
      if (shadow !== null) return childNodes(shadow);
      if (tag(element) === 'slot' && isHtml(element)) {
        const given = assignedNodes(element);
        if (given.length > 0) return given;
      }
      return childNodes(element);
    },
  };

  function isHtml(element: PageNode): boolean {
    return namespace(element) === htmlSpace;
  }
}

export type Dom = ReturnType<typeof domKit>;
