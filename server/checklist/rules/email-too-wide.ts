import type { Rule } from '../rule.ts';
import { emailOnce } from '../support/email-view.ts';
import { quote } from '../support/words.ts';

/** In CSS pixels: reading panes on laptops are hardly wider. */
const MAX_WIDTH = 700;
const USUAL = 600;
const VERY = 800;

export const emailTooWide: Rule = {
  id: 'email-too-wide',
  title: 'Email too wide',
  checks: `An email fits in a reading pane: no content needs more than ${MAX_WIDTH} px.`,
  why: 'People have to scroll sideways on laptops, and phones shrink the email until nobody can read it.',
  severity: 'polish',
  types: ['email'],
  kinds: ['email'],
  find(scene) {
    const email = emailOnce(scene);
    const width = Math.round(email?.contentWidth ?? 0);
    if (email === null || width <= MAX_WIDTH) return [];
    const [spill] = email.spills;
    const isNamed = spill !== undefined && spill.text !== '';
    const name = isNamed ? `The part with ${quote(spill.text, 40)} makes the email` : 'The email is';
    return [
      {
        box: spill?.box ?? null,
        what: `${name} ${width} px wide, and ${USUAL} is usual.`,
        fix: `Set it to width: 100% with a max-width of ${USUAL} px.`,
        weight: width > VERY ? 0.85 : 0.7,
      },
    ];
  },
  fails: {
    as: 'email',
    html: `<html lang="en"><body style="margin:0;font:16px Arial,sans-serif;color:#222"><table role="presentation" data-defect width="960" cellpadding="16" bgcolor="#eef2ee"><tr>
      <td><h1 style="font-size:24px">Your order is on its way</h1><p>Three loaves left us this morning, and should be with you before noon tomorrow.</p></td></tr></table></body></html>`,
  },
  passes: {
    as: 'email',
    html: `<html lang="en"><body style="margin:0;font:16px Arial,sans-serif;color:#222"><table role="presentation" width="640" cellpadding="16" bgcolor="#eef2ee"><tr>
      <td><h1 style="font-size:24px">Your order is on its way</h1><p>Three loaves left us this morning, and should be with you before noon tomorrow.</p></td></tr></table></body></html>`,
  },
};
