import type { Rule } from '../rule.ts';
import { emailOnce } from '../support/email-view.ts';
import { isMarketing } from '../support/marketing.ts';

export const noUnsubscribe: Rule = {
  id: 'no-unsubscribe',
  title: 'Missing unsubscribe link',
  checks: 'Newsletters and promotional emails have an unsubscribe link.',
  why: 'Most countries’ laws require one, as do Gmail and Yahoo, and people who find none report the email as spam.',
  severity: 'polish',
  types: ['email'],
  kinds: ['email'],
  find(scene) {
    const email = emailOnce(scene);
    if (email === null || email.hasUnsubscribe || !isMarketing(scene.facts.texts)) return [];
    return [
      {
        box: null,
        what: 'This reads like a newsletter or promotional email but has no unsubscribe link.',
        fix: 'Add one at the end, as a separate and clearly labelled link.',
        weight: 0.75,
      },
    ];
  },
  fails: {
    as: 'email',
    html: `<html lang="en"><body style="margin:0;font:16px Arial,sans-serif;color:#222"><div style="width:600px;margin:0 auto"><h1 style="font-size:24px">20% off every loaf</h1>
      <p>Only until Sunday, in all three of our shops and online. Free delivery within the city, as always.</p>
      <a href="https://bakery.example/s" style="display:inline-block;background:#246;color:#fff;padding:13px 24px;text-decoration:none">Shop now</a>
      <p style="font-size:12px">Mill Lane Bakery, Mill Lane 3, Hilltown</p></div></body></html>`,
  },
  passes: {
    as: 'email',
    html: `<html lang="en"><body style="margin:0;font:16px Arial,sans-serif;color:#222"><div style="width:600px;margin:0 auto"><h1 style="font-size:24px">20% off every loaf</h1>
      <p>Only until Sunday, in all three of our shops and online. Free delivery within the city, as always.</p>
      <a href="https://bakery.example/s" style="display:inline-block;background:#246;color:#fff;padding:13px 24px;text-decoration:none">Shop now</a>
      <p style="font-size:12px">Mill Lane Bakery, Mill Lane 3, Hilltown. No more of this? <a href="https://bakery.example/u">Unsubscribe</a></p></div></body></html>`,
  },
};
