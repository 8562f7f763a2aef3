import type { Rule, Violation } from '../rule.ts';
import { type Block, blocksOf, isForScreen } from '../support/slide-blocks.ts';
import { isFurniture, isSaidBefore, isSource } from '../support/slide-parts.ts';
import { quote } from '../support/words.ts';

/**
 * The fraction of the slide's width or height: a quarter of an inch at the sides. Themes of office programs leave five
 * times that.
 */
const NEAR = 0.02;
/** Points of a slide of 960 × 540: smaller text is a credit in a corner, larger text is cut off by design. */
const CREDIT = 11;
const DECORATION = 110;
/** The ratio of height to width from which text runs along an edge */
const UPRIGHT = 2;

const isAlongEdge = ({ box, text }: Block): boolean => text.length > 3 && box.height > box.width * UPRIGHT;

export const textNearEdge: Rule = {
  id: 'text-near-edge',
  title: 'Text at the edge of a slide',
  checks: `Text keeps a margin of ${NEAR * 100} % of the slide’s width or height and is not cut off; footers and credits are exempt.`,
  why: 'Projectors, printers and call windows crop edges, and text that touches an edge looks like a mistake.',
  severity: 'polish',
  types: ['presentation'],
  kinds: ['slide'],
  find(scene) {
    const { facts, shot } = scene;
    return blocksOf(facts).flatMap((block): Violation[] => {
      const { box, text, size } = block;
      if (
        size > DECORATION ||
        isFurniture(block, scene) ||
        isSaidBefore(block, scene) ||
        !/[\p{L}\p{N}]{2}/u.test(text)
      )
        return [];
      const gaps = [
        { side: 'left', gap: box.x / shot.width },
        { side: 'right', gap: 1 - (box.x + box.width) / shot.width },
        { side: 'top', gap: box.y / shot.height },
        { side: 'bottom', gap: 1 - (box.y + box.height) / shot.height },
      ].sort((one, other) => one.gap - other.gap);
      const [nearest] = gaps;
      if (nearest === undefined) return [];
      if (block.texts.some(({ cut }) => cut === 'edge')) {
        return [
          {
            box,
            what: `${quote(text)} runs past the slide’s ${nearest.side} edge and is cut off.`,
            fix: 'Move it inward, wrap it or shorten it.',
            weight: 0.9,
          },
        ];
      }
      if (!isForScreen(facts) || nearest.gap >= NEAR || size < CREDIT || isSource(block) || isAlongEdge(block))
        return [];
      // Rounded down, so that it is never the minimum itself.
      const share = Math.max(0, Math.floor(nearest.gap * 1000) / 10);
      const of = nearest.side === 'left' || nearest.side === 'right' ? 'width' : 'height';
      return [
        {
          box,
          what: `${quote(text)} is ${share} % of the slide’s ${of} from its ${nearest.side} edge; the minimum is ${NEAR * 100} %.`,
          fix: 'Move it inward, to the margin of the other slides.',
          weight: nearest.gap < NEAR / 2 ? 0.6 : 0.5,
        },
      ];
    });
  },
  fails: {
    as: 'slide',
    html: `<body style="font:24px sans-serif"><h1 style="margin:36px;font-size:40px">Three depots</h1>
      <p data-defect style="position:absolute;left:4px;top:200px;margin:0">The harbour is the largest</p>
      <div style="position:absolute;left:0;top:300px;width:960px;height:60px;overflow:hidden"><p data-defect style="margin:0;width:200px;white-space:nowrap;position:absolute;left:760px">Opened in March of last year</p></div></body>`,
  },
  passes: {
    as: 'slide',
    html: `<body style="font:24px sans-serif"><h1 style="margin:36px;font-size:40px">Three depots</h1>
      <p style="margin:36px">The harbour is the largest. It opened in March.</p>
      <p style="position:absolute;right:10px;top:522px;margin:0;font-size:11px">12</p></body>`,
  },
};
