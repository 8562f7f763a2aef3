import type { Rule } from '../rule.ts';
import { isDarkEmail } from '../support/email-view.ts';
import { quote } from '../support/words.ts';

/** The side in CSS pixels below which an image counts openings or spaces things out. */
const MIN_SIDE = 12;
/** Contrast below which a logo is invisible; WCAG 2.2, 1.4.11 asks 3:1 for graphics. */
const LOST = 1.6;
const NEEDED = 3;

const logo = (color: string, dark: string): string =>
  `<html lang="en"><head><meta name="color-scheme" content="light dark"><style>@media (prefers-color-scheme: dark) { body { background: #12161a !important; color: #e8e8e8 !important } }</style></head>
    <body style="margin:0;font:16px Arial,sans-serif;background:#ffffff;color:#222222"><div style="width:600px;margin:0 auto;padding:20px 0">
    <img ${dark} width="160" height="48" alt="Mill Lane Bakery" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='160' height='48'%3E%3Cpath d='M8 40V8l20 20L48 8v32M64 40h30M110 8v32M130 8v32' stroke='${color}' stroke-width='6' fill='none'/%3E%3C/svg%3E">
    <h1 style="font-size:24px">Your table for Friday</h1><p>We have kept the table by the window for you and three friends, on Friday at eight in the evening.</p></div></body></html>`;

export const lostInDark: Rule = {
  id: 'lost-in-dark',
  title: 'Image invisible in dark mode',
  checks: 'Logos and icons are visible in the dark version of an email.',
  why: 'Many people read email in dark mode.',
  severity: 'polish',
  types: ['email'],
  kinds: ['email'],
  find(scene) {
    if (!isDarkEmail(scene)) return [];
    const { facts, image } = scene;
    return facts.images.flatMap(({ box, state, alt, decorative }) => {
      // A decorative image may be hard to see.
      if (state === 'broken' || decorative || !alt || Math.min(box.width, box.height) < MIN_SIDE * facts.scale)
        return [];
      const seen = image.contrast(box);
      // A photograph has no single background, and an area of one colour may be a coloured box.
      const isSeen = seen === null ? !image.isFlat(box) : !seen.flat || seen.ratio >= LOST;
      if (isSeen) return [];
      const ratio = seen?.ratio ?? 1;
      return [
        {
          box,
          what: `In dark mode, the image ${quote(alt, 40)} can hardly be seen: it has a contrast of ${Math.floor(ratio * 10) / 10}:1 with its background, and needs ${NEEDED}:1.`,
          fix: 'Show a light version of it in dark mode, or give it a light outline or background.',
          weight: 0.85,
        },
      ];
    });
  },
  fails: { as: 'dark-email', html: logo('%23101010', 'data-defect') },
  passes: { as: 'dark-email', html: logo('%23d08a3c', '') },
};
