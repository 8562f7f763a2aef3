import type { Rule } from '../rule.ts';
import { areaOfBox } from '../support/boxes.ts';
import { emailOnce, footerTop } from '../support/email-view.ts';
import { exampleImage } from './example-images.ts';

/** The number of characters above the small print that are too few for a message: about two lines. */
const FEW = 100;
/** The share of the screenshot that images must cover. */
const COVERED = 0.35;

export const imageOnlyEmail: Rule = {
  id: 'image-only-email',
  title: 'Image-only email',
  checks: 'The message of an email can be read without its images.',
  why: 'The email is blank when images are off, screen readers and search find no text in it, and spam filters count it against the sender.',
  severity: 'polish',
  types: ['email'],
  kinds: ['email'],
  find(scene) {
    const email = emailOnce(scene);
    if (email === null) return [];
    const { facts, shot } = scene;
    const end = footerTop(facts);
    const shown = facts.texts.filter(({ box }) => box.y < end).reduce((sum, { text }) => sum + text.length, 0);
    // Text that is not drawn here may still appear for readers with images off.
    if (Math.min(shown, email.readable) >= FEW) return [];
    const images = facts.images
      .filter(({ state }) => state === 'shown')
      .sort((one, other) => areaOfBox(other.box) - areaOfBox(one.box));
    const covered = images.reduce((sum, { box }) => sum + areaOfBox(box), 0);
    const [largest] = images;
    if (largest === undefined || covered < shot.width * shot.height * COVERED) return [];
    const share = Math.min(100, Math.round((covered / (shot.width * shot.height)) * 100));
    return [
      {
        box: largest.box,
        what: `Images cover ${share} % of this email, and its message has only ${shown} characters of text.`,
        fix: 'Write the headline, message and button as text, and use images only for what text cannot show.',
        weight: 0.85,
      },
    ];
  },
  fails: {
    as: 'email',
    // A getter, so the image is drawn when a test asks for it and not at every start.
    get html() {
      return `<html lang="en"><body style="margin:0"><a href="https://bakery.example/"><img data-defect src="${exampleImage(600, 700)}" width="640" height="760" alt="New bread from Monday on" style="display:block;margin:0 auto"></a>
      <p style="font:12px Arial,sans-serif;color:#555;text-align:center">Bakery, Mill Lane 3. <a href="https://bakery.example/u">Unsubscribe</a></p></body></html>`;
    },
  },
  passes: {
    as: 'email',
    get html() {
      return `<html lang="en"><body style="margin:0;font:16px Arial,sans-serif;color:#222"><img src="${exampleImage(600, 400)}" width="640" height="400" alt="Loaves on a table" style="display:block;margin:0 auto">
      <div style="width:600px;margin:0 auto"><h1>New bread from Monday on</h1><p>We bake with rye from the valley, and sell the first loaves at seven. Come early, or have one kept for you.</p></div></body></html>`;
    },
  },
};
