import type { Rule } from '../rule.ts';
import { quote } from '../support/words.ts';

/** In CSS pixels. Below it most people with good eyes lean forward; text of several words needs a little more. */
const ANY = 9;
const READING = 11;
const WORDS = 3;
/** Zhuyin is set small beside the characters it spells, in any kind of element. */
const zhuyin = /^[\p{Script=Bopomofo}ˊˇˋ˙\s]+$/u;

export const tinyText: Rule = {
  id: 'tiny-text',
  title: 'Tiny text',
  checks: `No text is smaller than ${ANY} px, and no running text is smaller than ${READING} px.`,
  why: 'Many people cannot read it without zooming in.',
  severity: 'polish',
  types: ['ui', 'website'],
  kinds: ['page'],
  alike: { noun: 'text', one: 'is too small as well', more: 'are too small as well' },
  find({ facts }) {
    return facts.texts.flatMap(({ text, size, box, incidental }) => {
      if (incidental || size <= 0 || !/\p{L}{2}/u.test(text) || zhuyin.test(text)) return [];
      const words = text.trim().split(/\s+/).length;
      if (size >= (words >= WORDS ? READING : ANY)) return [];
      // Rounded down, so that it is never the minimum itself.
      const px = Math.floor(size * 10) / 10;
      return [
        {
          box,
          what: `${quote(text)} is set in ${px} px.`,
          fix: `Set it in ${words >= WORDS ? 'at least 12 px, better 14' : 'at least 11 px'}.`,
          weight: size < ANY && words >= WORDS ? 0.7 : 0.5,
          cause: 'tiny',
          name: quote(text, 30),
        },
      ];
    });
  },
  fails: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Annual plan</h1><p>48 € a month, billed once a year.</p>
      <p data-defect style="font-size:8px;width:320px">Ends by itself after twelve months unless you renew it before the last day.</p></body>`,
  },
  passes: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Annual plan</h1><p>48 € a month<sup style="font-size:10px">1</sup>, billed once a year.</p>
      <p style="font-size:12px">Ends by itself after twelve months unless you renew it before the last day.</p></body>`,
  },
};
