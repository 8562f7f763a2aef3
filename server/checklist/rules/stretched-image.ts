import type { Rule } from '../rule.ts';
import { inner } from '../support/boxes.ts';
import { isDarkEmail } from '../support/email-view.ts';
import { quote } from '../support/words.ts';
import { exampleImage } from './example-images.ts';

/** How far one axis may be from the other before people see it in faces and circles. */
const SEEN = 1.1;
const PLAIN = 1.3;
/** CSS pixels */
const SMALLEST = 24;

export const stretchedImage: Rule = {
  id: 'stretched-image',
  title: 'Stretched image',
  checks: 'Images keep their proportions.',
  why: 'Faces, logos and products look wrong.',
  severity: 'polish',
  types: ['ui', 'website', 'email'],
  kinds: ['page', 'email'],
  find({ facts, image, shot }) {
    if (isDarkEmail({ facts })) return [];
    return facts.images.flatMap(({ box, state, squeezed, vector, naturalWidth, naturalHeight, alt }) => {
      if (state === 'broken' || !squeezed || vector || naturalWidth === 0 || naturalHeight === 0) return [];
      if (Math.min(box.width, box.height) < SMALLEST * facts.scale) return [];
      // Of what the screen's edge cuts off, the shape is not known.
      if (box.x > 1 && box.x + box.width >= shot.width - 1) return [];
      const factor = box.width / box.height / (naturalWidth / naturalHeight);
      const stretch = Math.max(factor, 1 / factor);
      // One colour looks the same in every shape.
      if (stretch < SEEN || image.isFlat(inner(box))) return [];
      const percent = Math.round((stretch - 1) * 100);
      return [
        {
          box,
          what: `${alt ? `The image ${quote(alt)}` : 'An image'} is stretched: ${percent} % too ${factor > 1 ? 'wide' : 'tall'} for its own proportions (${naturalWidth} × ${naturalHeight}).`,
          fix: 'Set one of width and height to auto, or use `object-fit: cover` or `contain`.',
          weight: stretch >= PLAIN ? 0.75 : 0.6,
        },
      ];
    });
  },
  fails: {
    as: 'desktop',
    // Drawn when a test asks for it, not at every start.
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
