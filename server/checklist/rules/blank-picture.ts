import type { Rule } from '../rule.ts';

/** Pixels of another colour: fewer than in a small icon */
const MANY = 64;

export const blankPicture: Rule = {
  id: 'blank-picture',
  title: 'Blank image',
  checks: 'The image is not one flat colour.',
  why: 'There is nothing to review.',
  severity: 'polish',
  types: ['ui', 'website', 'presentation', 'email'],
  kinds: ['page', 'email', 'image'],
  find({ image, facts: { page }, shot: { width, height } }) {
    // A mask may cover all of it.
    if ((page?.maskedTo ?? 0) > 0) return [];
    if (image.measures.distinctShare * width * height > MANY) return [];
    return [
      {
        box: null,
        ...(page === null
          ? { what: 'The image is one flat colour: it shows nothing.', fix: 'Send one with what is to be reviewed.' }
          : {
              what: 'The image is one flat colour: nothing had rendered when it was captured.',
              fix: 'If one of its scripts failed, fix that. If the page was still loading, wait for one of its elements. If it is empty without a login, pass headers or cookies.',
            }),
        weight: 1,
      },
    ];
  },
  fails: { as: 'desktop', html: '<body style="background:#fff"></body>' },
  passes: { as: 'desktop', html: '<body><h1>Orders</h1><p>Three orders are waiting to be packed.</p></body>' },
};
