import type { TextFact } from '../../contract/shot-facts.ts';
import type { Rule, Scene, Violation } from '../rule.ts';
import { around } from '../support/boxes.ts';
import { quote } from '../support/words.ts';

const SURE = 0.6;
/** The share of the line's height within which a line reaches the edge: the cut letter is often not recognised. */
const NEAR = 0.9;
/**
 * The fewest words of a line and its smallest share of the image's width: a shorter one at a side is meant to be
 * scrolled to.
 */
const MIN_WORDS = 3;
const MIN_SHARE = 0.2;
/** A single line is reported only when it is this long. */
const LONG_WORDS = 4;
const LONG_SHARE = 0.4;
/** The share of a side with ink above which a photo or a pattern fills the image. */
const FULL_BLEED = 0.45;

type Side = 'left' | 'right';

function isCut({ text, box, sure }: TextFact, side: Side, { shot, image }: Scene): boolean {
  if (sure === null || sure < SURE) return false;
  if (text.split(' ').length < MIN_WORDS || box.width < shot.width * MIN_SHARE) return false;
  const room = side === 'left' ? box.x : shot.width - (box.x + box.width);
  if (room > box.height * NEAR) return false;
  // Letters that are cut reach the last column of the image; that column is plain where they end before it.
  return !image.isFlat({ x: side === 'left' ? 0 : shot.width - 1, y: box.y, width: 1, height: box.height });
}

function ofSide(side: Side, scene: Scene): Violation[] {
  if (scene.image.inkAtEdge(side) > FULL_BLEED) return [];
  const lines = scene.facts.texts.filter((fact) => isCut(fact, side, scene));
  const long = lines.find(
    ({ text, box }) => text.split(' ').length >= LONG_WORDS && box.width >= scene.shot.width * LONG_SHARE,
  );
  const [first, ...others] = lines;
  if (first === undefined || (others.length === 0 && long === undefined)) return [];
  const more =
    others.length === 0 ? '' : ` So ${others.length === 1 ? 'is one more line' : `are ${others.length} more lines`}.`;
  return [
    {
      box: others.reduce((box, line) => around(box, line.box), first.box),
      what: `${quote(first.text)} is cut off at the image’s ${side} edge.${more}`,
      fix: 'Capture a wider window, or make the content fit the available width.',
      weight: 0.85,
    },
  ];
}

export const cutOffEdge: Rule = {
  id: 'cut-off-edge',
  title: 'Cut off at the edge',
  checks: 'No lines of text run past the left or right edge of the image.',
  why: 'Text that does not fit cannot be read, and people on this screen have to scroll sideways.',
  severity: 'polish',
  types: ['ui', 'website', 'presentation', 'email'],
  kinds: ['image'],
  find: (scene) => [...ofSide('left', scene), ...ofSide('right', scene)],
  fails: {
    as: 'image',
    html: `<html><body style="font:18px/1.6 sans-serif;margin:40px 0 40px 600px;overflow:hidden;width:840px"><h1>Harbour dues</h1>
      <div data-defect style="width:840px;overflow:hidden"><p style="width:1300px;margin:0">From the first of May the harbour asks for dues by the length of the vessel rather than by its weight, and for two days at the least.</p>
      <p style="width:1300px;margin:0">Whoever stays for longer than a week pays for five days of it, and nothing for the other two days of that week at all.</p></div></body></html>`,
  },
  passes: {
    as: 'image',
    html: `<html><body style="font:18px/1.6 sans-serif;margin:0;overflow:hidden"><div style="background:#123a6b;color:#fff;padding:20px">Harbour dues of this year</div>
      <p style="margin:20px">From the first of May the harbour asks for dues by the length of the vessel.</p>
      <div style="display:flex;width:1800px;gap:20px;padding:20px;box-sizing:border-box">${[
        'Berth',
        'Crane',
        'Water',
        'Power',
        'Waste',
      ]
        .map(
          (name) =>
            `<div style="width:300px;border:1px solid #999;padding:12px;box-sizing:border-box;flex:none"><b>${name}</b><p>Ten euros a day, for every vessel</p></div>`,
        )
        .join('')}</div></body></html>`,
  },
};
