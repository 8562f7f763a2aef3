// Access to the page for the element map, the facts and the email facts, through the getters and methods of the
// prototypes. A form whose input is called `children`, or a page whose image is called `body`, hides the property of
// that name, even in an isolated world.

/** A node of the page. The type has no properties, so that every access goes through this file. */
export interface PageNode {
  readonly pageNode?: never;
}

export interface PageStyle {
  getPropertyValue(name: string): string;
}

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

const scope = globalThis as unknown as Record<string, { prototype: Record<string, unknown> } | undefined>;

function getter<T>(type: string, name: string): (node: PageNode) => T {
  const get = Object.getOwnPropertyDescriptor(scope[type]?.prototype ?? {}, name)?.get ?? (() => null);
  return (node) => Reflect.apply(get, node, []) as T;
}

function method<A extends unknown[], T>(type: string, name: string): (node: PageNode, ...values: A) => T {
  const call = scope[type]?.prototype[name] as (...values: A) => T;
  return (node, ...values) => Reflect.apply(call, node, values);
}

export const document = globalThis.document as unknown as PageNode;
export const documentElement = getter<PageNode | null>('Document', 'documentElement')(document);

const nodeType = getter<number>('Node', 'nodeType');
export const isElement = (node: PageNode): boolean => nodeType(node) === 1;
export const isText = (node: PageNode): boolean => nodeType(node) === 3;
export const isShadowRoot = (node: PageNode): boolean => nodeType(node) === 11;

const namespace = getter<string | null>('Element', 'namespaceURI');
export const isHtml = (element: PageNode): boolean => namespace(element) === 'http://www.w3.org/1999/xhtml';

export const attribute = method<[string], string | null>('Element', 'getAttribute');
export const attributeNames = method<[], string[]>('Element', 'getAttributeNames');
export const parent = getter<PageNode | null>('Node', 'parentNode');
export const firstChild = getter<PageNode | null>('Node', 'firstChild');
export const lastChild = getter<PageNode | null>('Node', 'lastChild');
export const nextSibling = getter<PageNode | null>('Node', 'nextSibling');
export const previousSibling = getter<PageNode | null>('Node', 'previousSibling');
export const root = method<[], PageNode>('Node', 'getRootNode');
export const host = getter<PageNode>('ShadowRoot', 'host');
export const textOf = getter<string>('CharacterData', 'data');
export const matches = method<[string], boolean>('Element', 'matches');
export const isRendered = method<[], boolean>('Element', 'checkVisibility');

/** Whether an element is in the top layer, which its ancestors do not clip: a modal dialog, or an open popover. */
export const isOnTop = (element: PageNode, position: string): boolean =>
  /absolute|fixed/.test(position) && isHtml(element) && matches(element, ':modal, :popover-open');

const localName = getter<string>('Element', 'localName');
const tags = new Map<PageNode, string>();

/** Returns the tag name of an element as written in HTML. */
export function tag(element: PageNode): string {
  const known = tags.get(element);
  if (known !== undefined) return known;
  const name = localName(element);
  tags.set(element, name);
  return name;
}

export function childNodes(node: PageNode): PageNode[] {
  const children: PageNode[] = [];
  for (let child = firstChild(node); child !== null; child = nextSibling(child)) children.push(child);
  return children;
}

const shadowRoot = getter<PageNode | null>('Element', 'shadowRoot');
const assignedNodes = method<[], PageNode[]>('HTMLSlotElement', 'assignedNodes');

/**
 * Returns the nodes drawn inside an element: its shadow tree instead of its children, and in a slot the assigned nodes.
 */
export function flatChildren(element: PageNode): PageNode[] {
  const shadow = shadowRoot(element);
  if (shadow !== null) return childNodes(shadow);
  if (tag(element) === 'slot' && isHtml(element)) {
    const given = assignedNodes(element);
    if (given.length > 0) return given;
  }
  return childNodes(element);
}

const inDocument = method<[string], ArrayLike<PageNode>>('Document', 'querySelectorAll');
const inShadow = method<[string], ArrayLike<PageNode>>('DocumentFragment', 'querySelectorAll');

export function select(root: PageNode, selector: string): ArrayLike<PageNode> {
  try {
    return nodeType(root) === 9 ? inDocument(root, selector) : inShadow(root, selector);
  } catch {
    return [];
  }
}

/** Returns the value of a type's property, even if the page has shadowed it; null where the type has none. */
export const property = <T>(node: PageNode, type: string, name: string): T | null => getter<T | null>(type, name)(node);

/** Returns a width of the whole page, in CSS pixels. */
export const length = (name: 'clientWidth' | 'scrollWidth'): number =>
  documentElement === null ? 0 : (property<number>(documentElement, 'Element', name) ?? 0);

/** Returns the computed style of an element, or of its pseudo-element `part`. */
export const style = (element: PageNode, part?: '::before' | '::after' | '::placeholder'): PageStyle =>
  getComputedStyle(element as unknown as Element, part);

/** Whether the page is read from the right, so that its overflow lies to the left of its start. */
export function growsLeft(): boolean {
  const principal = inDocument(document, 'body')[0] ?? documentElement;
  const value = (name: string): string => (principal === null ? '' : style(principal).getPropertyValue(name));
  return value('direction') === 'rtl' || value('writing-mode').endsWith('-rl');
}

let knownHiddenLeft = 0;

/** Returns how many CSS pixels of the image lie to the left of where the page starts. Set by `setImageWidth`. */
export const hiddenLeft = (): number => knownHiddenLeft;

/** Sets the width of the image, which always shows where the page starts. */
export function setImageWidth(width: number): void {
  const shown = Math.min(width, length('scrollWidth'));
  knownHiddenLeft = growsLeft() ? Math.max(0, shown - length('clientWidth')) : 0;
}

/** Converts a rectangle of the screen to one from the image's upper left corner, in CSS pixels. */
const onPage = ({ x, y, width, height }: Rectangle): Rectangle => ({
  x: x + scrollX + hiddenLeft(),
  y: y + scrollY,
  width,
  height,
});

const boundingBox = method<[], Rectangle>('Element', 'getBoundingClientRect');
export const box = (element: PageNode): Rectangle => onPage(boundingBox(element));

const range = method<[], PageNode>('Document', 'createRange');
const selectContents = method<[PageNode], void>('Range', 'selectNodeContents');
const rangeBoxes = method<[], ArrayLike<Rectangle>>('Range', 'getClientRects');

/** Returns the boxes of the lines of a text. */
export function lineBoxes(text: PageNode): Rectangle[] {
  const around = range(document);
  selectContents(around, text);
  return Array.from(rangeBoxes(around), onPage);
}

const hitsIn = (type: string) => method<[number, number], PageNode[]>(type, 'elementsFromPoint');

/** Returns the elements at a point of the screen at its current scroll position, the front one first. */
export const hits = (root: PageNode, x: number, y: number): PageNode[] =>
  hitsIn(nodeType(root) === 9 ? 'Document' : 'ShadowRoot')(root, x, y);

export const sheets = (): CSSStyleSheet[] =>
  Array.from(property<ArrayLike<CSSStyleSheet>>(document, 'Document', 'adoptedStyleSheets') ?? []);

export function setSheets(sheets: readonly CSSStyleSheet[]): void {
  const set = Object.getOwnPropertyDescriptor(scope.Document?.prototype ?? {}, 'adoptedStyleSheets')?.set;
  if (set !== undefined) Reflect.apply(set, document, [sheets]);
}

export const escapeCss = (text: string): string => CSS.escape(text);

/** Returns a text as a CSS string, quotes included. */
export const quote = (text: string): string =>
  `"${text.replace(/["\\]/g, '\\$&').replace(/\p{Cc}/gu, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `)}"`;
