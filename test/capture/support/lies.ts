/** Scripts by which a page overrides DOM functions and more. */
export const lies: [string, string][] = [
  [
    'arrays',
    'for (const name of ["map", "forEach", "push", "filter", "pop", "some", "slice", "flatMap", Symbol.iterator]) Array.prototype[name] = () => { throw new Error("no") }',
  ],
  [
    'texts',
    'for (const name of ["replace", "split", "slice", "trim", "toLowerCase"]) String.prototype[name] = () => "LIE"',
  ],
  ['JSON', 'JSON.stringify = () => "LIE"; JSON.parse = () => { throw 1 }; Object.prototype.toJSON = () => "LIE"'],
  [
    'objects',
    'Object.getOwnPropertyDescriptor = () => ({ get: () => "LIE" }); Object.entries = () => { for (;;); }; Reflect.apply = () => 1',
  ],
  ['collections', 'Map.prototype.get = () => "LIE"; Map.prototype.set = () => 1; Set.prototype.has = () => true'],
  [
    'boxes that are no numbers',
    'Element.prototype.getBoundingClientRect = () => ({ x: NaN, y: "1", width: 1e99, height: null }); Range.prototype.getClientRects = () => [{ x: NaN }]',
  ],
  ['styles', 'window.getComputedStyle = () => ({ getPropertyValue: () => "none" })'],
  ['what is visible', 'Element.prototype.checkVisibility = () => false'],
  [
    'queries',
    'Document.prototype.querySelectorAll = Element.prototype.matches = () => { throw 1 }; CSS.escape = () => "LIE"',
  ],
  ['hits', 'Document.prototype.elementsFromPoint = () => { for (;;); }; window.scrollTo = () => { for (;;); }'],
  [
    'attributes',
    'Element.prototype.getAttribute = () => "LIE"; Element.prototype.getAttributeNames = () => { for (;;); }',
  ],
  [
    'the tree',
    'for (const name of ["firstChild", "nextSibling", "parentNode", "nodeType"]) Object.defineProperty(Node.prototype, name, { get() { throw 1 } })',
  ],
  [
    'an element’s own getters',
    'for (const each of document.querySelectorAll("*")) for (const name of ["id", "tagName", "className", "children", "innerText"]) Object.defineProperty(each, name, { get() { for (;;); } })',
  ],
  [
    'sheets',
    'window.CSSStyleSheet = class { constructor() { for (;;); } }; document.adoptedStyleSheets = new Proxy([], {})',
  ],
  ['its title', 'Object.defineProperty(document, "title", { get: () => "LIE" })'],
  ['colours', 'window.OffscreenCanvas = class { constructor() { throw 1 } }'],
  ['time', 'performance.now = () => NaN; Date.now = () => 1e99; window.setTimeout = () => { for (;;); }'],
  [
    'Object.prototype',
    'for (const name of ["parent", "tag", "box", "selectors"]) Object.defineProperty(Object.prototype, name, { get() { for (;;); }, set() { for (;;); } })',
  ],
  [
    'an engine of its own',
    'window.axe = { run: () => { for (;;); } }; window.define = () => {}; define.amd = true; window.module = {}',
  ],
];

/** Names of forms, fields and images that hide DOM properties. */
export const hidingNames =
  'children childNodes firstChild nextSibling parentNode nodeType tagName localName id className attributes getAttribute getBoundingClientRect matches shadowRoot getRootNode namespaceURI style title body documentElement querySelectorAll createElement createRange elementsFromPoint adoptedStyleSheets scrollTo head forms images'.split(
    ' ',
  );
