import type { ReviewType } from '../../contract/review.ts';
import type { Rule } from '../rule.ts';

/**
 * The longer side in pixels below which the subject of such a review is unrecognisable; for an interface, a part of it
 * is enough.
 */
const MIN_SIDE: Record<ReviewType, number> = { ui: 48, website: 320, presentation: 320, email: 320 };
const named: Record<ReviewType, string> = {
  ui: 'a part of an interface',
  website: 'a page',
  presentation: 'a slide',
  email: 'an email',
};

export const wrongSize: Rule = {
  id: 'wrong-size',
  title: 'Image too small',
  checks: 'The image has enough pixels to show its subject and is not a thumbnail.',
  why: 'Reviewers cannot judge what they cannot make out.',
  severity: 'polish',
  types: ['website', 'presentation', 'email', 'ui'],
  kinds: ['image'],
  find({ shot, type }) {
    const { width, height } = shot;
    if (Math.max(width, height) >= MIN_SIDE[type]) return [];
    return [
      {
        box: null,
        what: `The image is ${width} × ${height} px, too small to show ${named[type]}.`,
        fix: 'Send the full-size image: this one may be a thumbnail.',
        weight: 0.9,
      },
    ];
  },
  fails: {
    as: 'image',
    size: { width: 160, height: 90 },
    html: '<body style="margin:0;font:6px sans-serif;background:#eef"><b>Orders</b> <span style="background:#123a6b;color:#fff">Pack</span></body>',
  },
  passes: {
    as: 'image',
    size: { width: 390, height: 600 },
    html: '<body style="font:16px sans-serif"><h1>Orders</h1><p>Three orders are waiting to be packed.</p></body>',
  },
};
