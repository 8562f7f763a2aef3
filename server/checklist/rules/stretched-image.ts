import type { Rule } from '../rule.ts';
import { inner } from '../support/boxes.ts';
import { isDarkEmail } from '../support/email-view.ts';
import { quote } from '../support/words.ts';
import { exampleImage } from './example-images.ts';

/** The stretch that people see in faces and circles, and the stretch that is obvious. */
const SEEN = 1.1;
const PLAIN = 1.3;
/** The side in CSS pixels below which images are ignored */
const SMALLEST = 24;

export const stretchedImage: Rule = {
  id: 'stretched-image',
  title: 'Stretched image',
  checks: 'Images keep their aspect ratio.',
  why: 'Faces, logos and products look wrong.',
  severity: 'polish',
  types: ['ui', 'website', 'email'],
  kinds: ['page', 'email'],
  find({ facts, image, shot }) {
    if (isDarkEmail({ facts })) return [];
    return facts.images.flatMap(({ box, drawn, state, squeezed, vector, naturalWidth, naturalHeight, alt }) => {
      if (state === 'broken' || !squeezed || vector || naturalWidth === 0 || naturalHeight === 0) return [];
      if (Math.min(box.width, box.height) < SMALLEST * facts.scale) return [];
      // Without its drawn size, the proportions of an image that the screen's edge cuts off are unknown.
      if (drawn === undefined && box.x > 1 && box.x + box.width >= shot.width - 1) return [];
      const size = drawn ?? box;
      const factor = size.width / size.height / (naturalWidth / naturalHeight);
      const stretch = Math.max(factor, 1 / factor);
      // A single colour looks the same at any proportion.
      if (stretch < SEEN || image.isFlat(inner(box))) return [];
      const percent = Math.round((stretch - 1) * 100);
      return [
        {
          box,
          what: `${alt ? `The image ${quote(alt)}` : 'An image'} is stretched: ${percent} % too ${factor > 1 ? 'wide' : 'tall'} for its aspect ratio (${naturalWidth} × ${naturalHeight}).`,
          fix: 'Set either width or height to auto, or use `object-fit: cover` or `contain`.',
          weight: stretch >= PLAIN ? 0.75 : 0.6,
        },
      ];
    });
  },
  fails: {
    as: 'desktop',
    // A getter, so the image is drawn when a test asks for it and not at every start.
    get html() {
      return `<body><h1>A walk to the lake</h1><img data-defect src="${exampleImage(360, 240)}" alt="Hills" width="360" height="140"></body>`;
    },
  },
  passes: {
    as: 'desktop',
    get html() {
      return `<body><h1>A walk to the lake</h1>
      <img src="${exampleImage(360, 240)}" alt="Hills" width="360" height="140" style="object-fit:cover"></body>`;
    },
  },
};
