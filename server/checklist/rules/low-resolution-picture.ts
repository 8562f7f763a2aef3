import type { Rule } from '../rule.ts';
import { areaOfBox } from '../support/boxes.ts';
import { slideScale } from '../support/slide-blocks.ts';
import { exampleImage } from './example-images.ts';

/**
 * Pixels per inch of a slide that is 13.33 in wide. Such a slide has 144 on a screen of 1920 pixels; with fewer than 64
 * each pixel is drawn more than twice as large and becomes visible.
 */
const SOFT = 64;
const VERY_SOFT = 45;
const GOOD = 144;
const POINTS_PER_INCH = 72;
/** The share of the slide below which images are logos and icons. */
const SMALLEST = 0.08;
/** The side of a file in pixels below which it is a gradient, a shadow or a pattern, made to be stretched. */
const TINY = 32;

export const lowResolutionPicture: Rule = {
  id: 'low-resolution-picture',
  title: 'Low-resolution image',
  checks: `Larger images have at least ${SOFT} pixels per inch on a slide of standard size.`,
  why: 'On a large screen, it looks soft and its pixels are visible.',
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
      // Without edges nothing looks soft: a gradient, a shadow. Icons and text in one colour stay legible.
      if (image.sharpness(box) === null) return [];
      if (density >= VERY_SOFT && image.contrast(box)?.flat === true) return [];
      const [width, height] = [box.width, box.height].map((side) => Math.ceil(((side / inch) * GOOD) / 10) * 10);
      return [
        {
          box,
          what: `The image is shown with ${naturalWidth} × ${naturalHeight} pixels, or ${Math.floor(density)} per inch of the slide, so it is blurred.`,
          fix: `Use an image of about ${width} × ${height} pixels, or show it smaller.`,
          weight: density < VERY_SOFT ? 0.7 : 0.5,
        },
      ];
    });
  },
  fails: {
    as: 'slide',
    // A getter, so the image is drawn when a test asks for it and not at every start.
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
