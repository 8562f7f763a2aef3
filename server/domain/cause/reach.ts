import type { Side } from '../element/side.ts';
import type { PixelBox } from '../port-types.ts';
import type { OwnChange } from './own-changes.ts';

const lengths = (value: string): number[] => [...value.matchAll(/(-?[\d.]+)px/g)].map(([, number]) => Number(number));

/** Styles that draw or leave space outside an element's box. */
const outside = /^(margin|box-shadow|outline|filter|text-shadow|transform)$/;

/** Returns where an element's change can show, in CSS pixels: its box, and what its new or old look has around that. */
export function reachOf(side: Side, index: number, { styles, column = [] }: OwnChange): PixelBox {
  const boxes = [index, ...column].map((at) => side.elements[at]?.box ?? { x: 0, y: 0, width: 0, height: 0 });
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  const around = styles
    .filter(({ property }) => outside.test(property))
    .map(({ from, to }) => Math.max(0, ...lengths(from), ...lengths(to)));
  // A shadow reaches as far as its offset and its blur together.
  const most = Math.min(
    400,
    Math.max(0, ...around) * (styles.some(({ property }) => property === 'box-shadow') ? 2 : 1),
  );
  return { x: x - most, y: y - most, width: width + 2 * most, height: height + 2 * most };
}
