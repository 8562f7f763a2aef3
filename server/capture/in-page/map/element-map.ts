import type { MapLimits } from '../../in-page.ts';
import type { PageNode } from '../dom.ts';
import * as dom from '../dom.ts';
import * as names from '../names.ts';
import { type Seen, walk } from '../visible.ts';
import { bytes, outerHtml } from './html.ts';
import { rememberMapped } from './last-mapped.ts';
import { rankSelectors } from './selectors.ts';

/** A visible element with its role and the visible elements directly inside it */
interface Candidate extends Seen {
  index: number;
  role: string | null;
  children: Seen[];
}

const landmark = /^(banner|complementary|contentinfo|form|main|navigation|region|search|heading|dialog|alert|article)$/;
const interactive =
  /^(button|link|checkbox|radio|textbox|searchbox|combobox|listbox|slider|spinbutton|switch|tab|menuitem|option)$/;
const media = /^(img|svg|video|canvas|image|iframe|object|embed|audio|image)$/;
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
  'z-index': /^auto$/,
  gap: /^normal$/,
  'letter-spacing': /^normal$/,
  'text-transform': /^none$/,
  'text-decoration-line': /^none$/,
  'font-style': /^normal$/,
  'white-space': /^normal$/,
  'box-shadow': /^none$/,
  'background-image': /^none$/,
  transform: /^none$/,
  filter: /^none$/,
  position: /^static$/,
  float: /^none$/,
  visibility: /^visible$/,
  order: /^0$/,
  'flex-direction': /^row$/,
  'justify-content': /^normal$/,
  'align-items': /^normal$/,
  'object-fit': /^fill$/,
  'max-width': /^none$/,
  'grid-template-columns': /^none$/,
};

const sides = ['top', 'right', 'bottom', 'left'];

function isSame(one: Seen, other: Seen): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) < 1;
  const [a, b] = [one.box, other.box];
  return near(a.x, b.x) && near(a.y, b.y) && near(a.width, b.width) && near(a.height, b.height);
}

function isWrapper(each: Candidate): boolean {
  const [inner, ...others] = each.children;
  if (inner === undefined || others.length > 0 || each.hasOwnText || each.role !== null) return false;
  const marked = ['id', 'aria-label', 'data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];
  if (marked.some((name) => dom.attribute(each.element, name) !== null)) return false;
  return !media.test(each.tag) && each.tag !== 'body' && !each.tag.includes('-') && isSame(each, inner);
}

function weightOf(each: Candidate): number {
  const role = each.role ?? '';
  if (interactive.test(role) || each.tag === 'input' || each.tag === 'summary') return 4;
  if (landmark.test(role) || each.tag === 'body') return 3.5;
  // Without its row and its table, a cell is hardly told from the next.
  if (each.hasOwnText || /^(table|thead|tbody|tfoot|tr)$/.test(each.tag)) return 3;
  return media.test(each.tag) ? 2.5 : dom.attribute(each.element, 'data-testid') !== null ? 2 : 0;
}

/** Returns the elements that people use and read first, at most `max`, in document order. */
function choose(useful: Candidate[], max: number): Candidate[] {
  if (useful.length <= max) return useful;
  return useful
    .map((each) => ({ each, weight: weightOf(each), area: each.box.width * each.box.height }))
    .sort((one, other) => other.weight - one.weight || other.area - one.area)
    .slice(0, max)
    .map(({ each }) => each)
    .sort((one, other) => one.index - other.index);
}

/** Leaves out the query and the data of addresses, which may be secret or long. */
const withoutQueries = (value: string): string => value.replace(/url\("?(data:[^,)]{0,40}|[^"?)]*)[^)]*\)/g, 'url($1)');

function stylesOf(element: PageNode): Record<string, string> {
  const style = dom.style(element);
  const found: Record<string, string> = {};
  const read = (name: string, usual: RegExp) => {
    const value = style.getPropertyValue(name);
    if (value !== '' && !usual.test(value)) found[name] = withoutQueries(value).slice(0, 120);
    // A shorthand has no value where its sides differ.
    if (value === '' && name === 'border') for (const side of sides) read(`border-${side}`, usual);
  };
  for (const [name, usual] of Object.entries(defaults)) read(name, usual);
  return found;
}

const round = (value: number): number => Math.round(value * 100) / 100;

function describe({ element, tag, role, box }: Candidate, parent: number | null, isThorough: boolean, most: number) {
  return {
    selectors: rankSelectors(element, isThorough),
    tag,
    role,
    accessible_name: names.accessibleName(element, role),
    text: names.text(element),
    outer_html: outerHtml(element, most),
    box: { x: round(box.x), y: round(box.y), width: round(box.width), height: round(box.height) },
    styles: stylesOf(element),
    parent,
  };
}

/** Lists the visible elements with their selectors, names, texts and styles. */
export function mapElements(limits: MapLimits) {
  // Completes the page's pending layout first, so that it does not count against the time limit.
  if (dom.documentElement !== null) dom.box(dom.documentElement);
  const end = performance.now() + limits.timeMs;
  const { seen, complete } = walk(limits, limits.timeMs / 2);
  const children = Map.groupBy(seen, ({ parent }) => parent);
  const useful = seen
    .map((each, index) => ({
      ...each,
      index,
      role: names.role(each.element),
      children: children.get(index) ?? [],
    }))
    .filter((each) => !isWrapper(each));
  const chosen = choose(useful, limits.maxElements);
  const listed = new Map<number, number>();
  const found: ReturnType<typeof describe>[] = [];
  let isInTime = complete;
  let left = limits.maxBytes * 0.95;
  for (const each of chosen) {
    const now = performance.now();
    if (now > end) isInTime = false;
    if (now > end || left < 0) break;
    let above = each.parent;
    while (above !== -1 && !listed.has(above)) above = seen[above]?.parent ?? -1;
    listed.set(each.index, found.length);
    // Descendants are in the map themselves, so on a large page each element's HTML gets only its share of the bytes
    // left. The other fields rarely take more than 900 bytes.
    const share = left / (chosen.length - found.length);
    const most = Math.max(160, Math.min(2_048, Math.floor(share * 2 - 900)));
    // Counting matches takes long on a page with very many nodes.
    const isThorough = now < end - limits.timeMs / 4;
    const next = describe(each, listed.get(above) ?? null, isThorough, most);
    found.push(next);
    left -= bytes(JSON.stringify(next)) + 1;
  }
  rememberMapped(chosen.slice(0, found.length).map(({ element }) => element));
  return { found, isInTime, isCut: found.length < useful.length };
}
