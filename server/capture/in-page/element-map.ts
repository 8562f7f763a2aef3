import type { domKit, PageNode } from './element-map-dom.ts';
import type { htmlKit } from './element-map-html.ts';
import type { namesKit } from './element-map-names.ts';
import type { selectorsKit } from './element-map-selectors.ts';
import type { Seen, visibleKit } from './element-map-visible.ts';

interface Kits {
  domKit: typeof domKit;
  visibleKit: typeof visibleKit;
  namesKit: typeof namesKit;
  selectorsKit: typeof selectorsKit;
  htmlKit: typeof htmlKit;
}

interface Limits {
  /** Of the picture, in CSS pixels */
  width: number;
  height: number;
  mostElements: number;
  /** Of the whole map */
  mostBytes: number;
  /** For all of it */
  timeMs: number;
}

/** Runs inside the page, with the other functions beside it: the elements that can be seen. */
export function mapInPage(kits: Kits, limits: Limits) {
  const dom = kits.domKit();
  // What the page has left to lay out is its own time.
  if (dom.documentElement !== null) dom.box(dom.documentElement);
  const end = performance.now() + limits.timeMs;
  const { seen, drawn, complete } = kits.visibleKit(dom).walk(limits, limits.timeMs / 2);
  const names = kits.namesKit(dom, drawn);
  const { selectors } = kits.selectorsKit(dom);
  const { outerHtml, bytes } = kits.htmlKit(dom);
  const landmark =
    /^(banner|complementary|contentinfo|form|main|navigation|region|search|heading|dialog|alert|article)$/;
  const interactive =
    /^(button|link|checkbox|radio|textbox|searchbox|combobox|listbox|slider|spinbutton|switch|tab|menuitem|option)$/;
  const media = /^(img|svg|video|canvas|picture|iframe|object|embed|audio|image)$/;
  const defaults: Record<string, RegExp> = {
    color: /^rgb\(0, 0, 0\)$/,
    'background-color': /^rgba\(0, 0, 0, 0\)$/,
    'font-size': /^16px$/,
    'font-weight': /^400$/,
    'font-family': /^$/,
    'line-height': /^normal$/,
    'text-align': /^start$/,
    padding: /^0px$/,
    margin: /^0px$/,
    border: /^0px /,
    'border-radius': /^0px$/,
    display: /^(block|inline)$/,
    opacity: /^1$/,
  };

  function isSame(one: Seen, other: Seen): boolean {
    const near = (a: number, b: number) => Math.abs(a - b) < 1;
    const [a, b] = [one.box, other.box];
    return near(a.x, b.x) && near(a.y, b.y) && near(a.width, b.width) && near(a.height, b.height);
  }

  const roles = seen.map(({ element }) => names.role(element));
  const children = new Map<number, number[]>();
  seen.forEach(({ parent }, index) => {
    const others = children.get(parent);
    if (others === undefined) children.set(parent, [index]);
    else others.push(index);
  });

  function isWrapper(each: Seen, index: number): boolean {
    const [only, ...others] = children.get(index) ?? [];
    const inner = only === undefined ? undefined : seen[only];
    if (inner === undefined || others.length > 0 || each.hasOwnText || roles[index] !== null) return false;
    const marked = ['id', 'aria-label', 'data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];
    if (marked.some((name) => dom.attribute(each.element, name) !== null)) return false;
    return !media.test(each.tag) && each.tag !== 'body' && !each.tag.includes('-') && isSame(each, inner);
  }

  function weight(each: Seen, index: number): number {
    const role = roles[index] ?? '';
    if (interactive.test(role) || each.tag === 'input' || each.tag === 'summary') return 4;
    if (landmark.test(role) || each.tag === 'body') return 3.5;
    if (each.hasOwnText) return 3;
    return media.test(each.tag) ? 2.5 : dom.attribute(each.element, 'data-testid') !== null ? 2 : 0;
  }

  function styles(element: PageNode): Record<string, string> {
    const style = dom.style(element);
    const found: Record<string, string> = {};
    for (const [name, usual] of Object.entries(defaults)) {
      const value = style.getPropertyValue(name);
      if (value !== '' && !usual.test(value)) found[name] = value.slice(0, 120);
    }
    return found;
  }

  const useful = seen.map((_, index) => index).filter((index) => !isWrapper(seen[index] as Seen, index));
  const rank = (index: number): [number, number] => {
    const each = seen[index] as Seen;
    return [weight(each, index), each.box.width * each.box.height];
  };
  const chosen =
    useful.length <= limits.mostElements
      ? useful
      : useful
          .map((index) => ({ index, rank: rank(index) }))
          .sort((one, other) => other.rank[0] - one.rank[0] || other.rank[1] - one.rank[1])
          .slice(0, limits.mostElements)
          .map(({ index }) => index)
          .sort((one, other) => one - other);

  const round = (value: number): number => Math.round(value * 100) / 100;
  const listed = new Map<number, number>();
  const found = [];
  let isInTime = complete;
  let left = limits.mostBytes * 0.95;
  for (const index of chosen) {
    const now = performance.now();
    if (now > end) isInTime = false;
    if (now > end || left < 0) break;
    const each = seen[index] as Seen;
    const role = roles[index] ?? null;
    let above = each.parent;
    while (above !== -1 && !listed.has(above)) above = seen[above]?.parent ?? -1;
    listed.set(index, found.length);
    // What is below an element is in the map by itself: where there is very much, each gets its share of the
    // room. The rest of what is said of one is rarely more than 900 bytes.
    const share: number = left / (chosen.length - found.length);
    const next = {
      // Counting is what takes long on a page with very many nodes.
      selectors: selectors(each.element, now < end - limits.timeMs / 4),
      tag: each.tag,
      role,
      accessible_name: names.accessibleName(each.element, role),
      text: names.text(each.element),
      outer_html: outerHtml(each.element, Math.max(160, Math.min(2_048, Math.floor(share * 2 - 900)))),
      box: { x: round(each.box.x), y: round(each.box.y), width: round(each.box.width), height: round(each.box.height) },
      styles: styles(each.element),
      parent: listed.get(above) ?? null,
    };
    found.push(next);
    left -= bytes(JSON.stringify(next)) + 1;
  }
  return { found, isInTime, isCut: found.length < useful.length };
}
