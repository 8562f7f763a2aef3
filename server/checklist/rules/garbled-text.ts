import type { TextFact } from '../../contract/shot-facts.ts';
import type { Rule } from '../rule.ts';
import { isAboutCode, isCode } from '../support/code-text.ts';
import { isDarkEmail } from '../support/email-view.ts';
import { quote } from '../support/words.ts';

/** UTF-8 that was decoded as Windows-1252: the usual quotes, dashes, signs and letters. */
const misread = /â€[™œ“”¦˜\u009d\u0093\u0094]|â‚¬|Ã[©¨¼¶¤Ÿ±³¡­§ª«®´»¢]|Â[£€©®°·»«]|[\p{Ll}\d.,!?][ÂÃ] |ðŸ/u;
const lost = /�/;
const entity =
  /&(?:amp|nbsp|quot|lt|gt|apos|rsquo|lsquo|ldquo|rdquo|mdash|ndash|hellip|copy|euro|#\d{2,5}|#x[\da-f]{2,4});/i;
const tag = /<\/?(?:br|b|i|p|strong|em|span|div|a|ul|li|h[1-6])(?:\s[^<>]{0,80})?\s?\/?>/i;

const encoding = /\b(?:utf-?8|latin-?1|iso-8859|windows-125\d|u\+fffd|mojibake)\b/i;

/** `explained`: the sign of a text that explains what is found, on the same page */
const kinds = [
  {
    pattern: lost,
    explained: encoding,
    what: 'characters that were lost in decoding',
    fix: 'Read and send the text as UTF-8 at every step.',
  },
  {
    pattern: misread,
    explained: encoding,
    what: 'wrongly decoded characters',
    fix: 'Read and send the text as UTF-8 at every step.',
  },
  {
    pattern: entity,
    explained: /^&(?:[a-z]+|#\d+|#x[\da-f]+);$/i,
    what: 'an escape code instead of its character',
    fix: 'Escape the text once, not twice.',
  },
  {
    pattern: tag,
    explained: /\b(?:an?|the|each|every|inside) <[a-z][^<>]*>(?=[ .,:;)]|$)/i,
    what: 'raw markup',
    fix: 'Render the markup, or remove it from the text.',
  },
];

export const garbledText: Rule = {
  id: 'garbled-text',
  title: 'Garbled text',
  checks: 'Text shows no wrongly decoded characters, escape codes or raw markup.',
  why: 'It is hard to read and looks broken.',
  severity: 'polish',
  types: ['ui', 'website', 'email'],
  kinds: ['page', 'email'],
  find({ facts }) {
    if (isDarkEmail({ facts })) return [];
    return facts.texts.flatMap((fact) => {
      if (isCode(fact) || fact.role === 'field') return [];
      for (const { pattern, explained, what, fix } of kinds) {
        const found = pattern.exec(fact.text)?.[0];
        if (found === undefined) continue;
        // A text about such codes also shows the same one formatted as code.
        const isSubject = (other: TextFact) =>
          (isCode(other) && other.text.includes(found)) || explained.test(other.text);
        if (isAboutCode(facts.texts) || facts.texts.some(isSubject)) return [];
        return [{ box: fact.box, what: `${quote(fact.text)} shows ${what} (${found}).`, fix, weight: 0.8 }];
      }
      return [];
    });
  },
  fails: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>What guests say</h1><p data-defect style="width:300px">The owner&acirc;&euro;&trade;s kitchen is superb.</p>
      <p data-defect style="width:200px">Fish &amp;amp; chips</p></body>`,
  },
  passes: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>What guests say</h1><p>The owner’s kitchen is superb: café, über, São Paulo, Â.</p>
      <p>Fish &amp; chips</p><code style="font:14px monospace">&amp;amp; stands for &amp;</code></body>`,
  },
};
