import type { Rule } from '../rule.ts';
import { inner } from '../support/boxes.ts';
import { isDarkEmail } from '../support/email-view.ts';
import { quote } from '../support/words.ts';
import { exampleImage } from './example-images.ts';

/** Pixels of the file per CSS pixel, on both axes. With fewer, an image looks soft on every screen. */
const SOFT = 0.6;
const VERY_SOFT = 0.4;
/** The side in CSS pixels below which nobody notices softness. */
const SMALLEST = 80;
/** The side of a file in pixels below which it is enlarged on purpose, as a pattern or a game's figures. */
const TINY = 32;
/** The share of hard edges above which the image is pixel art, meant to show its pixels. */
const HARD = 0.5;

export const blurredImage: Rule = {
  id: 'blurred-image',
  title: 'Blurred image',
  checks: 'Each image file has about as many pixels as its displayed size.',
  why: 'It looks soft next to sharp text, especially on phone screens.',
  severity: 'polish',
  types: ['ui', 'website', 'email'],
  kinds: ['page', 'email'],
  find({ facts, image }) {
    if (isDarkEmail({ facts })) return [];
    const { scale } = facts;
    return facts.images.flatMap(({ box, drawn, state, vector, naturalWidth, naturalHeight, alt }) => {
      if (state === 'broken' || vector || Math.min(naturalWidth, naturalHeight) < TINY) return [];
      const size = drawn ?? { width: box.width / scale, height: box.height / scale };
      const [width, height] = [Math.round(size.width), Math.round(size.height)];
      const detail = Math.max(naturalWidth / width, naturalHeight / height);
      if (Math.min(width, height) < SMALLEST || detail >= SOFT) return [];
      if (image.isFlat(inner(box)) || (image.sharpness(box) ?? 0) > HARD) return [];
      return [
        {
          box,
          what: `${alt ? `The image ${quote(alt)}` : 'An image'} is displayed at ${width} × ${height} px from a file of ${naturalWidth} × ${naturalHeight}, so it is blurred.`,
          fix: `Use a file of at least ${width} × ${height} px, or twice that for high-density screens, or display it smaller.`,
          weight: detail < VERY_SOFT ? 0.7 : 0.55,
        },
      ];
    });
  },
  fails: {
    as: 'desktop',
    // A getter, so the image is drawn when a test asks for it and not at every start.
    get html() {
      return `<body><h1>A walk to the lake</h1><img data-defect src="${exampleImage(120, 80)}" alt="Hills" width="480" height="320"></body>`;
    },
  },
  passes: {
    as: 'desktop',
    get html() {
      return `<body><h1>A walk to the lake</h1><img src="${exampleImage(480, 320)}" alt="Hills" width="480" height="320"></body>`;
    },
  },
};
