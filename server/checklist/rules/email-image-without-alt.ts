import type { Rule } from '../rule.ts';
import { emailOnce } from '../support/email-view.ts';
import { nearWords, sizeWords } from '../support/near.ts';
import { exampleImage } from './example-images.ts';

/** The side in CSS pixels below which images are icons, spacers and counters. */
const MIN_SIDE = 24;
/** The share of the screenshot's width from which an image is missed when it does not load. */
const LARGE = 0.3;

export const emailImageWithoutAlt: Rule = {
  id: 'email-image-without-alt',
  title: 'Email image without alt text',
  checks:
    'Every image in an email has an alt attribute, and an image that is the only content of a link has alt text that says where the link leads (WCAG 2.2, 1.1.1).',
  why: 'Many mail clients block images until people ask for them, and screen readers cannot read them.',
  severity: 'a11y',
  types: ['email'],
  kinds: ['email'],
  find(scene) {
    if (emailOnce(scene) === null) return [];
    const { facts, shot } = scene;
    return facts.images.flatMap(({ box, alt, decorative, isControl }) => {
      const isMute = isControl ? (alt ?? '').trim() === '' : alt === null && !decorative;
      if (!isMute || Math.min(box.width, box.height) < MIN_SIDE * facts.scale) return [];
      const what = `The image${nearWords(box, facts)} (${sizeWords(box, facts.scale)})`;
      const isLarge = box.width >= shot.width * LARGE;
      return [
        {
          box,
          what: isControl
            ? `${what} is a link and has no alt text: with images off, there is nothing to press.`
            : `${what} has no alt text: with images off, there is only an empty frame.`,
          fix: isControl
            ? 'Add alt text that says where the link leads.'
            : 'Add alt text that says what it shows, or alt="" if it is decorative.',
          weight: isControl || isLarge ? 0.7 : 0.55,
        },
      ];
    });
  },
  fails: {
    as: 'email',
    // A getter, so the image is drawn when a test asks for it and not at every start.
    get html() {
      return `<html lang="en"><body style="margin:0;font:16px Arial,sans-serif;color:#222"><div style="width:600px;margin:0 auto">
      <h1 style="font-size:24px">A walk to the lake</h1><p>On Sunday at ten from the station, back by four, whatever the weather.</p>
      <img data-defect src="${exampleImage(400, 200)}" width="400" height="200">
      <p>Bring good shoes and something to drink, and tell us by Friday whether you come, so that we know for how many to bake.</p></div></body></html>`;
    },
  },
  passes: {
    as: 'email',
    get html() {
      return `<html lang="en"><body style="margin:0;font:16px Arial,sans-serif;color:#222"><div style="width:600px;margin:0 auto">
      <h1 style="font-size:24px">A walk to the lake</h1><p>On Sunday at ten from the station, back by four, whatever the weather.</p>
      <img src="${exampleImage(400, 200)}" width="400" height="200" alt="The lake between two hills"><img src="${exampleImage(400, 40)}" width="400" height="40" alt="">
      <p>Bring good shoes and something to drink, and tell us by Friday whether you come, so that we know for how many to bake.</p></div></body></html>`;
    },
  },
};
