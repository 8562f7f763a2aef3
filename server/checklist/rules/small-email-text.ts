import type { TextFact } from '../../contract/shot-facts.ts';
import type { Rule, Violation } from '../rule.ts';
import { emailOnce, footerTop } from '../support/email-view.ts';
import { quote } from '../support/words.ts';

/** In CSS pixels. Phones show emails at arm’s length and often shrunk; email builders treat 14 px as the minimum. */
const BODY = 14;
const SMALL = 12;
/** The size in CSS pixels below which even small print is illegible. */
const ANY = 10;
/** The fewest words of a sentence, and of a text that is meant to be read at all */
const SENTENCE = 7;
const SAID = 3;

const wordsOf = (text: string): number => text.trim().split(/\s+/).length;
/** Rounded down, so that a size is never the minimum that it misses. */
const round = (size: number): number => Math.floor(size * 10) / 10;

/** Returns the size of most of the running text. */
function bodySize(texts: readonly TextFact[]): number {
  const sizes = new Map<number, number>();
  for (const { text, size } of texts) sizes.set(size, (sizes.get(size) ?? 0) + text.length);
  const [most] = [...sizes].sort((one, other) => other[1] - one[1]);
  return most?.[0] ?? BODY;
}

export const smallEmailText: Rule = {
  id: 'small-email-text',
  title: 'Small text in an email',
  checks: `The body text of an email is at least ${BODY} px, and no text is smaller than ${ANY} px.`,
  why: 'People have to zoom in on phones, where most email is read.',
  severity: 'polish',
  types: ['email'],
  kinds: ['email'],
  find(scene) {
    if (emailOnce(scene) === null) return [];
    const { facts } = scene;
    const end = footerTop(facts);
    const read = facts.texts.filter(({ text, size, incidental }) => !incidental && size > 0 && /\p{L}{2}/u.test(text));
    const sentences = read.filter(
      ({ text, box, role }) => wordsOf(text) >= SENTENCE && box.y < end && role !== 'heading',
    );
    const body = bodySize(sentences);
    return read.flatMap((fact): Violation[] => {
      const { text, size, box } = fact;
      const isSentence = sentences.includes(fact);
      const isMessage = isSentence && size < BODY && (size < SMALL || size === body);
      if (!isMessage && (size >= ANY || wordsOf(text) < SAID)) return [];
      const weight = size < ANY ? 0.7 : size < SMALL ? 0.6 : size < SMALL + 1 ? 0.55 : 0.4;
      return [
        {
          box,
          what: `${quote(text)} is set in ${round(size)} px.`,
          fix: isSentence ? `Set it in at least ${BODY} px, better 16.` : `Set it in at least ${SMALL} px.`,
          weight,
        },
      ];
    });
  },
  fails: {
    as: 'email',
    html: `<html lang="en"><body style="margin:0;font:16px Arial,sans-serif;color:#222"><div style="width:600px;margin:0 auto"><h1 style="font-size:24px">Your table for Friday</h1>
      <p data-defect style="font-size:11px">We have kept the table by the window for you and three friends, on Friday at eight in the evening.</p>
      <p data-defect style="font-size:9px;width:300px">© Mill Lane Bakery, Mill Lane 3, Hilltown</p></div></body></html>`,
  },
  passes: {
    as: 'email',
    html: `<html lang="en"><body style="margin:0;font:16px Arial,sans-serif;color:#222"><div style="width:600px;margin:0 auto"><h1 style="font-size:24px">Your table for Friday</h1>
      <p>We have kept the table by the window for you and three friends, on Friday at eight in the evening.</p>
      <p style="font-size:12px">© Mill Lane Bakery. You get this email because you asked for a table on our website.</p></div></body></html>`,
  },
};
