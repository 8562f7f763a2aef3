import type { Rule } from '../rule.ts';
import { emailOnce } from '../support/email-view.ts';

/** Gmail shows the first 102 KB of a message’s HTML. */
const MAX_KB = 102;
const KB = 1024;

/** Returns one table row many times, as email builders produce them for long emails. */
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
  checks: `An email’s HTML is at most ${MAX_KB} KB.`,
  why: 'Gmail hides the end of the email, including the unsubscribe link and any tracking pixel that counts opens.',
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
        fix: 'Remove unused styles, comments and white space, link to images instead of embedding them, or shorten the text.',
        weight: 0.85,
      },
    ];
  },
  fails: { as: 'email', html: shown(130) },
  passes: { as: 'email', html: shown(20) },
};
