import type { ReviewType } from '../../../contract/review.ts';
import type { Rule } from '../rule.ts';

/** Pixels of the longer side below which what such a review is of cannot be told; of an interface one part is enough. */
const LEAST: Record<ReviewType, number> = { ui: 48, website: 320, presentation: 320, email: 320 };
const named: Record<ReviewType, string> = {
  ui: 'a part of an interface',
  website: 'a page',
  presentation: 'a slide',
  email: 'an email',
};

export const wrongSize: Rule = {
  id: 'wrong-size',
  title: 'Picture too small',
  checks: 'A picture has enough pixels to show what the review is of, and is no thumbnail of it.',
  why: 'Nobody can judge what they cannot make out.',
  severity: 'polish',
  types: ['website', 'presentation', 'email', 'ui'],
  kinds: ['picture'],
  look({ shot, type }) {
    const { width, height } = shot;
    if (Math.max(width, height) >= LEAST[type]) return [];
    return [
      {
        box: null,
        what: `The picture is ${width} × ${height} px, too small to show ${named[type]}.`,
        mend: 'Send it in its full size: this may be its thumbnail.',
        weight: 0.9,
      },
    ];
  },
  fails: {
    as: 'picture',
    size: { width: 160, height: 90 },
    html: '<body style="margin:0;font:6px sans-serif;background:#eef"><b>Orders</b> <span style="background:#123a6b;color:#fff">Pack</span></body>',
  },
  passes: {
    as: 'picture',
    size: { width: 390, height: 600 },
    html: '<body style="font:16px sans-serif"><h1>Orders</h1><p>Three orders are waiting to be packed.</p></body>',
  },
};
