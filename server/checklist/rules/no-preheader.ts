import type { Rule, Violation } from '../rule.ts';
import { emailOnce } from '../support/email-view.ts';
import { quote } from '../support/words.ts';

/** The characters that a list shows beside the subject on phones, and at most. */
const SEEN = 40;
const MAX_SEEN = 100;

/** A sentence about opening this email in a browser, rather than an offer of something to see. */
const inBrowser =
  /(?:view|read|open|see|show)\b.{0,30}\b(?:in|as) (?:an? |your |the )?(?:web ?)?(?:browser|web ?page)|(?:view|read|see) (?:it |this )?(?:e-?mail )?online|trouble (?:viewing|reading)|not display|can(?:no|’|')t see (?:this|the|images)|web ?version|online.?version|im browser|dans (?:votre|le) navigateur|version en ligne|en (?:tu|el|su) navegador|nel (?:tuo )?browser|in (?:uw|je) browser|no (?:seu )?navegador|w przeglądarce|webbläsare/i;
const leaving =
  /^.{0,20}(?:unsubscribe|abmelden|abbestellen|se désabonner|darse de baja|disiscriviti|afmelden|uitschrijven)\b/i;
const address = /^(?:https?:\/\/|www\.)\S+/i;
const template =
  /\{\{[^{}]{0,80}\}\}|\{%[^%]{0,80}%\}|\*\|[^|]{1,60}\|\*|%%[^%\s]{1,60}%%|\$\{[^}]{1,60}\}|<%[^%]{0,60}%>|\[\[[^\]]{1,60}\]\]/;
const prompt =
  /^(?:(?:insert|add|put|enter|type|write) (?:your |the )?)?(?:your )?(?:pre-?header|preview)(?: text)?(?: goes)?(?: here)?\W*$|pre-?header text (?:goes )?here|lorem ipsum/i;

/** Returns what is wrong with the preview line; null when nothing is. */
function judge(line: string, isHidden: boolean): Pick<Violation, 'what' | 'fix' | 'weight'> | null {
  const seen = line.slice(0, MAX_SEEN);
  const shown = `The preheader, shown next to the subject, reads ${quote(line, MAX_SEEN)}`;
  if (template.test(seen)) {
    return {
      what: `${shown}: a template variable was not filled in.`,
      fix: 'Fill it in, with a fallback for a missing value.',
      weight: 0.85,
    };
  }
  if (prompt.test(seen)) {
    return {
      what: `${shown}, which is placeholder text.`,
      fix: 'Say what the email is about, in 40 to 90 characters.',
      weight: 0.85,
    };
  }
  if (isHidden) return null;
  const start = line.slice(0, SEEN * 2);
  const isLink = inBrowser.test(start) || leaving.test(start);
  if (!isLink && !address.test(line)) return null;
  return {
    what: `${shown}: the email does not start with its message.`,
    fix: 'Start with a preheader that says what the email is about, in 40 to 90 characters; it may be hidden in the email itself.',
    weight: 0.6,
  };
}

export const noPreheader: Rule = {
  id: 'no-preheader',
  title: 'Missing or unhelpful preheader',
  checks: 'The preheader, which inboxes show next to the subject, says what the email is about.',
  why: 'People decide by the subject and the preheader whether to open an email.',
  severity: 'polish',
  types: ['email'],
  kinds: ['email'],
  find(scene) {
    const email = emailOnce(scene);
    const line = email?.preheader ?? null;
    if (email === null || line === null) return [];
    const found = judge(line, email.hasHiddenPreheader);
    if (found === null) return [];
    const first = scene.facts.texts.find(({ text }) => text.length > 3 && line.startsWith(text.slice(0, SEEN)));
    return [{ box: first?.box ?? null, ...found }];
  },
  fails: {
    as: 'email',
    html: `<html lang="en"><body style="margin:0;font:16px Arial,sans-serif;color:#222"><div style="width:600px;margin:0 auto">
      <p data-defect style="font-size:13px;text-align:center">Trouble viewing this email? <a href="https://bakery.example/7">View it in your browser</a></p>
      <h1 style="font-size:24px">The oven is back</h1><p>After two weeks of repairs we bake again from Monday on, and the first loaf is on us.</p></div></body></html>`,
  },
  passes: {
    as: 'email',
    html: `<html lang="en"><body style="margin:0;font:16px Arial,sans-serif;color:#222"><div style="display:none;max-height:0;overflow:hidden">We bake again from Monday on</div>
      <div style="width:600px;margin:0 auto"><p style="font-size:13px;text-align:center"><a href="https://bakery.example/7">View in your browser</a></p>
      <h1 style="font-size:24px">The oven is back</h1><p>After two weeks of repairs we bake again from Monday on, and the first loaf is on us.</p></div></body></html>`,
  },
};
