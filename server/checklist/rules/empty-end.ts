import type { Rule } from '../rule.ts';
import { endsEarly } from '../support/ends-early.ts';

const SCREENS = 0.75;
const USUAL_SCREEN = 900;

export const emptyEnd: Rule = {
  id: 'empty-end',
  title: 'Empty space at the end',
  checks: 'A page or email does not end with empty space that fills most of a screen.',
  why: 'Content may be missing, or an element may be taller than its content.',
  severity: 'suggestion',
  types: ['ui', 'website', 'email'],
  kinds: ['page', 'email', 'image'],
  find(scene) {
    const { shot, facts, image } = scene;
    // Where the capture cut the page or made its screen taller, the emptiness may come from the capture.
    if (endsEarly(scene) || shot.notices?.includes('inner_scroll') === true) return [];
    // A mask hides what is there.
    const masked = (facts.page?.maskedTo ?? 0) * facts.scale;
    const rows = Math.min(image.measures.emptyRowsAtEnd, shot.height - masked);
    // A phone shrinks a wider page to fit, which makes the screen taller in page pixels.
    const shrunk = shot.viewport === null ? 1 : Math.max(1, shot.width / (shot.viewport.width * shot.viewport.scale));
    const screen = shot.viewport === null ? USUAL_SCREEN : shot.viewport.height * shot.viewport.scale * shrunk;
    // A page shorter than its screen ends where its content does.
    if (shot.height <= screen || rows < screen * SCREENS || rows >= shot.height * 0.98) return [];
    return [
      {
        box: { x: 0, y: shot.height - rows, width: shot.width, height: rows },
        what: `The last ${Math.round(rows / (shot.viewport?.scale ?? 1))} px are empty.`,
        fix: 'Check that everything had loaded, and look for a height or margin that is too large.',
        weight: 0.4,
      },
    ];
  },
  fails: {
    as: 'desktop',
    html: `<body style="margin:0"><h1>Opening hours</h1><ul><li>Monday to Friday, 9 to 18</li><li>Saturday, 10 to 14</li></ul>
      <div data-defect style="height:2000px"></div></body>`,
  },
  passes: {
    as: 'desktop',
    html: `<body style="margin:0"><h1>Opening hours</h1><p>Monday to Friday, 9 to 18</p>
      <div style="height:2000px;background:repeating-linear-gradient(45deg,#eee 0 20px,#ccc 20px 40px)"></div></body>`,
  },
};
