import { childrenOf, type Pairs, type Side, TOP } from '../element/side.ts';

export interface StyleChange {
  property: string;
  from: string;
  to: string;
}

/** What the element map leaves out is the browser's own value. */
const usual: Record<string, string> = {
  color: 'rgb(0, 0, 0)',
  'background-color': 'transparent',
  'font-size': '16px',
  'font-weight': '400',
  'line-height': 'normal',
  'text-align': 'start',
  padding: '0px',
  margin: '0px',
  'border-radius': '0px',
  border: 'none',
  // The map leaves out both.
  display: 'block or inline',
  opacity: '1',
  'z-index': 'auto',
  gap: 'normal',
  'letter-spacing': 'normal',
  'font-style': 'normal',
  'white-space': 'normal',
  'flex-direction': 'row',
  'justify-content': 'normal',
  'align-items': 'normal',
  'object-fit': 'fill',
  position: 'static',
  order: '0',
  visibility: 'visible',
  inset: 'auto',
};
type Styles = Record<string, string>;

const shown = (styles: Styles, property: string): string => styles[property] ?? usual[property] ?? 'none';

/** Values that an element has from the one around it. */
const inherited =
  /^(color|font-|line-height|text-align|text-transform|letter-spacing|white-space|visibility|list-style)/;

const sides = ['border-top', 'border-right', 'border-bottom', 'border-left'];
const hasSides = (styles: Styles): boolean => sides.some((side) => side in styles);

/** Gives every side of an element the border that all have. */
const bySide = ({ border, ...styles }: Styles): Styles =>
  border === undefined ? styles : { ...styles, ...Object.fromEntries(sides.map((side) => [side, border])) };

function differences(pairs: Pairs, old: number, now: number): StyleChange[] {
  const [was, is] = [pairs.before.elements[old]?.styles, pairs.after.elements[now]?.styles];
  if (was === undefined || is === undefined) return [];
  const [from, to] = hasSides(was) || hasSides(is) ? [bySide(was), bySide(is)] : [was, is];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((property) => from[property] !== to[property])
    .map((property) => ({ property, from: shown(from, property), to: shown(to, property) }));
}

const pixels = (value: string): number => Number(/^(-?[\d.]+)px$/.exec(value)?.[1] ?? Number.NaN);

/** Returns whether lines are as tall as before, for their letters. */
function followsFontSize(line: StyleChange, size: StyleChange | undefined): boolean {
  if (size === undefined) return false;
  const [was, is] = [pixels(line.from) / pixels(size.from), pixels(line.to) / pixels(size.to)];
  return Math.abs(was - is) < 0.02;
}

/** An automatic margin is what is left of the space around: its value has the parts of pixels of the layout. */
const isAutomatic = ({ property, from, to }: StyleChange): boolean =>
  property === 'margin' && /\.\d{3}/.test(`${from} ${to}`);

/** Columns of a grid are computed in pixels, so that they change with the grid's width: only their number tells. */
const isStretched = ({ property, from, to }: StyleChange): boolean =>
  property === 'grid-template-columns' && from.split(' ').length === to.split(' ').length;

/** What floats, or has a place of its own, is a block by itself. */
const makesBlock = ({ property, from, to }: StyleChange): boolean =>
  property === 'float' || (property === 'position' && [from, to].some((value) => /^(absolute|fixed)$/.test(value)));

/** A stripe is a row's, a cell's or that of what is in a cell. */
const MAX_STEPS = 3;

/**
 * Returns whether an element has a style because of its place among its siblings, as in a striped table: from the start
 * or from the end, the earlier element at that place had it, or what was at the same place in that. At a place that is
 * new, the element that took over the earlier place tells.
 */
function followsPlace({ before, after, earlier }: Pairs, now: number, { property, from, to }: StyleChange): boolean {
  const path: number[] = [];
  const has = (side: Side, sibling: number | undefined, value: string): boolean => {
    const same = path.reduce((at, place) => (at === undefined ? at : childrenOf(side, at)[place]), sibling);
    const { tag, styles = {} } = side.elements[same ?? TOP] ?? {};
    return (
      tag === after.elements[now]?.tag && shown(sides.includes(property) ? bySide(styles) : styles, property) === value
    );
  };
  for (let at = now; at !== TOP && path.length < MAX_STEPS; at = after.parents[at] ?? TOP) {
    const parent = after.parents[at] ?? TOP;
    const is = childrenOf(after, parent);
    const home = parent === TOP ? TOP : (earlier[parent] ?? TOP);
    const was = parent !== TOP && home === TOP ? [] : childrenOf(before, home);
    const place = is.indexOf(at);
    if (has(before, was[place], to) || has(before, was[was.length - is.length + place], to)) return true;
    if (place >= was.length && has(after, is[was.indexOf(earlier[at] ?? TOP)], from)) return true;
    path.unshift(place);
  }
  return false;
}

/** Returns the styles of a pair that changed on the element itself. */
export function changedStyles(pairs: Pairs, old: number, now: number): StyleChange[] {
  const [above, below] = [pairs.before.parents[old] ?? TOP, pairs.after.parents[now] ?? TOP];
  const isSameHome = above !== TOP && pairs.partners[above] === below;
  const around = isSameHome ? differences(pairs, above, below) : [];
  const own = differences(pairs, old, now).filter(
    (change) =>
      !inherited.test(change.property) ||
      !around.some(
        ({ property, from, to }) => property === change.property && from === change.from && to === change.to,
      ),
  );
  const size = own.find(({ property }) => property === 'font-size');
  const colour = own.find(({ property }) => property === 'color');
  return own.filter(
    (change) =>
      !isAutomatic(change) &&
      !isStretched(change) &&
      !followsPlace(pairs, now, change) &&
      !(change.property === 'line-height' && followsFontSize(change, size)) &&
      !(
        change.property === 'display' &&
        [change.from, change.to].includes(shown({}, 'display')) &&
        own.some(makesBlock)
      ) &&
      // A border without a colour of its own has the text's.
      !(
        change.property.startsWith('border') &&
        colour !== undefined &&
        change.to === change.from.replace(colour.from, colour.to)
      ),
  );
}
