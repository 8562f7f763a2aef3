import type { Rule } from '../rule.ts';
import { areaOfBox } from '../support/boxes.ts';
import { slideScale } from '../support/slide-blocks.ts';
import { exampleImage } from './example-images.ts';

/**
 * Pixels per inch of a slide 13.33 in wide, which on a screen of 1920 pixels has 144: with fewer than 64 each pixel is
 * drawn more than twice as large, and it is seen.
 */
const SOFT = 64;
const VERY_SOFT = 45;
const GOOD = 144;
const POINTS_PER_INCH = 72;
/** Share of the slide: smaller ones are logos and signs. */
const SMALLEST = 0.08;
/** Pixels of a file: what is smaller is a gradient, a shadow or a pattern, made to be stretched. */
const TINY = 32;

export const lowResolutionPicture: Rule = {
  id: 'low-resolution-picture',
  title: 'Picture with too few pixels',
  checks: `Larger images have at least ${SOFT} pixels per inch of a slide of usual size.`,
  why: 'On a large screen it looks soft and its pixels show.',
  severity: 'polish',
  types: ['presentation'],
  kinds: ['slide'],
  find({ shot, facts, image }) {
    return facts.images.flatMap(({ box, state, vector, naturalWidth, naturalHeight }) => {
      if (state === 'broken' || vector || Math.min(naturalWidth, naturalHeight) < TINY) return [];
      if (areaOfBox(box) < shot.width * shot.height * SMALLEST) return [];
      const inch = (POINTS_PER_INCH * facts.scale) / slideScale(facts);
      const density = Math.max(naturalWidth / (box.width / inch), naturalHeight / (box.height / inch));
      if (density >= SOFT) return [];
      // Without edges there is nothing in it to be soft: a gradient, a shadow. Signs and text in one colour stay legible.
      if (image.sharpness(box) === null) return [];
      if (density >= VERY_SOFT && image.contrast(box)?.flat === true) return [];
      const [width, height] = [box.width, box.height].map((side) => Math.ceil(((side / inch) * GOOD) / 10) * 10);
      return [
        {
          box,
          what: `The image has ${naturalWidth} × ${naturalHeight} pixels where it is shown, ${Math.floor(density)} per inch of the slide, so it is blurred.`,
          fix: `Use one of about ${width} × ${height} pixels, or show it smaller.`,
          weight: density < VERY_SOFT ? 0.7 : 0.5,
        },
      ];
    });
  },
  fails: {
    as: 'slide',
    // Drawn when a test asks for it, not at every start.
    get html() {
      return `<body style="font:24px sans-serif"><h1 style="margin:36px;font-size:40px">The new hall</h1>
      <img data-defect src="${exampleImage(160, 100)}" alt="" width="560" height="350" style="margin-left:36px"></body>`;
    },
  },
  passes: {
    as: 'slide',
    get html() {
      return `<body style="font:24px sans-serif"><h1 style="margin:36px;font-size:40px">The new hall</h1>
      <img src="${exampleImage(840, 525)}" alt="" width="560" height="350" style="margin-left:36px">
      <img src="${exampleImage(60, 60)}" alt="" width="80" height="80" style="margin-left:36px"></body>`;
    },
  },
};
