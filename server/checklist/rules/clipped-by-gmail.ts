import type { Rule } from '../rule.ts';
import { emailOnce } from '../support/email-view.ts';

/** Gmail shows the first 102 KB of a message’s HTML. */
const MAX_KB = 102;
const KB = 1024;

/** The same table row after row: what builders of emails make of long ones. */
const rows = (count: number): string =>
  `<tr><td style="padding:4px;font-family:Arial,Helvetica,sans-serif;font-size:16px;color:#222222">${'<span></span>'.repeat(60)}Bread</td></tr>`.repeat(
    count,
  );

const shown = (count: number): string =>
  `<html lang="en"><body style="margin:0;background:#ffffff"><table role="presentation" width="600" align="center"><tr><td style="font:16px Arial,sans-serif;color:#222">
    <h1>What we baked this year</h1><p>Every loaf that left the oven, from January to December, in the order in which it did.</p></td></tr>${rows(count)}</table></body></html>`;

export const clippedByGmail: Rule = {
  id: 'clipped-by-gmail',
  title: 'Clipped by Gmail',
  checks: `An email’s HTML is shorter than ${MAX_KB} KB.`,
  why: 'What is cut off hides the end, with the way to unsubscribe, and whatever counts who has opened it.',
  severity: 'polish',
  types: ['email'],
  kinds: ['email'],
  find(scene) {
    const email = emailOnce(scene);
    if (email === null || email.bytes <= MAX_KB * KB) return [];
    return [
      {
        box: null,
        what: `The email is ${Math.ceil(email.bytes / KB)} KB long; Gmail shows the first ${MAX_KB} KB and “Message clipped”.`,
        fix: 'Leave out unused styles, comments and white space, put images at addresses instead of into the source, or say less.',
        weight: 0.85,
      },
    ];
  },
  fails: { as: 'email', html: shown(130) },
  passes: { as: 'email', html: shown(20) },
};
