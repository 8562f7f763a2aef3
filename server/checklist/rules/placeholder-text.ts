import type { TextFact } from '../../contract/shot-facts.ts';
import type { Rule, Scene } from '../rule.ts';
import { isAboutCode, isCode, looksLikeCode } from '../support/code-text.ts';
import { isDarkEmail } from '../support/email-view.ts';
import { widerView } from '../support/main-view.ts';
import { quote } from '../support/words.ts';

/**
 * The longest text, in characters, in which “undefined” or “null” stands in for a value; a longer text is about the
 * word.
 */
const SHORT = 48;

const filler = /\blorem ipsum\b|\bdolor sit amet\b|\bconsectetur adipiscing\b/i;
const template =
  /(?<!\$)\{\{\s*(?!(?:and|or)\s*\}\})[\w.$|' -]{1,60}\}\}|\$\{[\w.]{1,40}\}|<%=?\s*[\w.]+\s*%>|(^|\s)\{\d\}(?=\W|$)|%\(\w+\)s|\*\|[A-Z0-9_:]{1,40}\|\*|%%[\w.-]{1,40}%%|\b(?:hi|hello|hey|dear|welcome|thanks),? \{\w+\}/i;
const prompt =
  /^(?:(?:insert|add|put|enter|write) (?:your )?(?:own )?|your )(?:text|title|heading|headline|subtitle|description|content|copy|paragraph)(?: goes)?(?: here)\b|^(?:text|title|heading|headline|subtitle|description|content|copy) (?:goes )?here\.?$|^(?:placeholder|sample|dummy|example) text(?: (?:goes )?here)?[.:…]*$|^(?:click|tap) to (?:add|edit|enter) (?:an? |the )?(?:text|(?:sub)?title|notes?|caption|image|content|master)\b/i;
const specimen = /^(?:heading|title|headline|subtitle) ?\d?$/i;
const toDo = /^(?:TODO|FIXME|XXX)(?::|\s*[-–—]\s)/;
const keyboard = /^(?:asdf\w*|qwerty|blah(?:[ ,]+blah)+|test test(?: test)*|xxx+)\.?$/i;
/** A translation key instead of the translated text. */
const untranslated =
  /^[a-z][\w-]*(?:\.[a-z][\w-]*)*\.(?:title|subtitle|label|heading|headline|button|cta|description|text|placeholder|message|tooltip|submit|cancel)$/;
const lostObject = /\[object \w+\]/;
const lostDate = /\bInvalid Date\b/;
/** An unset value where a name, a number or a value should be. */
const lostValue =
  /^(?:undefined|null|NaN|nil)$|[:#$€£@(]\s?(?:undefined|null|NaN)(?=$|[\s.,!?)%])|(?:^|\s)(?:NaN|undefined)\s?(?:%|px\b|€|\$|(?:ms|s|min|h|km|m|kg|g|[KMGT]?B)\b|items?\b|results?\b|reviews?\b|orders?\b|of \d)|^(?:Hi|Hello|Hey|Dear|Welcome|Welcome back|Thanks|By|From|Good (?:morning|afternoon|evening)),? (?:undefined|null|NaN)\b/;

/** Words of documentation about such a value. */
const documented = /\b(?:default|returns?|type|value)s?(?: is)?:?\s+\(?(?:undefined|null|NaN|nil)\b/i;
/** Words of a sentence about such values, anywhere on the page */
const discussed =
  /\b(?:is|are|be|becomes?|prints?|returns?|shows?|as|means?) [“"'‘]?(?:undefined|null|NaN|nil)\b|\b(?:undefined|null|NaN|nil)[”"'’]?,? (?:or|and|means|is)\b/i;
/** Words of a sentence about filler text */
const aboutFiller =
  /\b(?:what is|why|history|origin|called|use[ds]?|instead of|without) “?lorem ipsum\b|\blorem ipsum”? (?:is|was|has|are|comes|means|generator)\b/i;
/** Words of a sentence that says what to put in place of a template's variable */
const aboutTemplate = /\b(?:replac|substitut)\w+ [“"'`]?(?:\{\{|\$\{|<%|%\(|\*\||\{%)/i;
/** The ways in which templates mark what is filled in; a page with several explains them. */
const syntaxes = [/\{\{/, /\$\{/, /<%/, /%\(\w+\)s/, /\*\|[A-Z0-9_:]+\|\*/, /\{%/];

/** Cells of tables that document values. */
const typeName = /^(?:Boolean|String|Number|Object|Array|Function|true|false)$/i;

/** Whether a page explains what would otherwise have been left in. */
function isExplained({ kind, texts }: Scene['facts']): boolean {
  // People who write code get emails, too, and find their unfilled templates there.
  if (kind === 'email') return false;
  const isSentence = ({ text }: TextFact): boolean => text.split(' ').length >= SENTENCE;
  const explains = (fact: TextFact): boolean =>
    aboutFiller.test(fact.text) ||
    aboutTemplate.test(fact.text) ||
    (isSentence(fact) && fact.text.split(' ').some((word) => untranslated.test(word)));
  const shown = syntaxes.filter((syntax) => texts.some(({ text }) => syntax.test(text)));
  return isAboutCode(texts) || shown.length > 1 || texts.some(explains);
}

type Judge = (fact: TextFact, all: readonly TextFact[]) => string | null;

const first = (pattern: RegExp, text: string): string | null => pattern.exec(text)?.[0].trim() ?? null;

/**
 * Returns a specimen heading such as “Heading 1”, unless the page has several different ones: that is a list of heading
 * sizes.
 */
function specimenOf(fact: TextFact, all: readonly TextFact[]): string | null {
  if (fact.role !== 'heading') return null;
  const found = first(specimen, fact.text.trim());
  const alike = all.filter(({ text }) => specimen.test(text.trim()));
  return new Set(alike.map(({ text }) => text.trim())).size > 1 ? null : found;
}

/** Whether words of a sentence stand beside it on its line: then the sentence is about it. */
function isInSentence(fact: TextFact, all: readonly TextFact[]): boolean {
  const at = all.indexOf(fact);
  return [all[at - 1], all[at + 1]].some((other) => {
    if (other === undefined || other.text.split(' ').length < 4) return false;
    const { y, height } = other.box;
    return fact.box.y < y + height && fact.box.y + fact.box.height > y;
  });
}

function lost(fact: TextFact, all: readonly TextFact[]): string | null {
  const { text } = fact;
  const inText = first(lostObject, text);
  if (inText !== null) return inText;
  if (text.length > SHORT || documented.test(text)) return null;
  const word = first(lostDate, text) ?? (lostValue.test(text.trim()) ? first(/undefined|null|NaN|nil/, text) : null);
  if (word === null || isInSentence(fact, all) || all.filter(({ text: other }) => typeName.test(other)).length > 1)
    return null;
  // If the same word also appears as code or in a sentence about it, the page is about it.
  const isSubject = (other: TextFact) =>
    (isCode(other) && other.text.includes(word)) ||
    (other.text.split(' ').length > SENTENCE && discussed.test(other.text));
  return all.some(isSubject) ? null : word;
}

const ofFiller: Judge = ({ text }) => first(filler, text);

/**
 * The fewest words of a sentence; the fewest filler sentences in a draft; and their share of all sentences by length
 */
const SENTENCE = 4;
const SEVERAL = 3;
const MOSTLY = 0.5;
/** The weight on a page that is mostly filler: it is a draft or a specimen, and nobody overlooks the filler. */
const DRAFT_WEIGHT = 0.45;

function isMostlyFiller(texts: readonly TextFact[]): boolean {
  const sentences = texts.filter(({ text }) => text.split(' ').length >= SENTENCE);
  const length = (some: readonly TextFact[]): number => some.reduce((sum, { text }) => sum + text.length, 0);
  const filled = sentences.filter(({ text }) => filler.test(text));
  return filled.length >= SEVERAL && length(filled) > length(sentences) * MOSTLY;
}

const filledIn = { fault: 'was left in', fix: 'Replace it with the real text.' };

const judges: readonly { find: Judge; fault: string; fix: string; weight: number }[] = [
  { find: ofFiller, ...filledIn, weight: 0.8 },
  {
    find: ({ text }) => first(template, text),
    fault: 'was not filled in',
    fix: 'Fill it in before anybody sees it.',
    weight: 0.85,
  },
  {
    find: lost,
    fault: 'appears where a value should be',
    fix: 'Find out why the value is missing, and show a suitable fallback when there is none.',
    weight: 0.9,
  },
  {
    find: ({ text }) => first(untranslated, text.trim()),
    fault: 'is a translation key, not the text',
    fix: 'Add the missing text or translation.',
    weight: 0.8,
  },
  { find: ({ text }) => first(prompt, text.trim()), ...filledIn, weight: 0.8 },
  {
    find: ({ text }) => first(toDo, text.trim()),
    fault: 'was left in',
    fix: 'Finish it, or remove the note.',
    weight: 0.75,
  },
  { find: ({ text }) => first(keyboard, text.trim()), ...filledIn, weight: 0.7 },
  { find: specimenOf, ...filledIn, weight: 0.7 },
];

/**
 * The confidence that recognised text needs. An image does not mark code or placeholders of fields, except by typical
 * signs of code: where there are some, the image may be about code.
 */
const SURE = 0.8;

function judgesFor(fact: TextFact, all: readonly TextFact[]): typeof judges {
  if (fact.sure === null) return judges;
  return all.some(({ text }) => looksLikeCode(text))
    ? []
    : judges.filter(({ find }) => find === ofFiller || find === lost);
}

export const placeholderText: Rule = {
  id: 'placeholder-text',
  title: 'Placeholder text',
  checks: 'No filler text, unfilled template variable, missing value or untranslated key is left in.',
  why: 'It shows that nobody has proofread the content.',
  severity: 'polish',
  types: ['ui', 'website', 'presentation', 'email'],
  kinds: ['page', 'slide', 'email', 'image'],
  alike: { noun: 'text', one: 'is filler as well', more: 'are filler as well' },
  find(scene) {
    const { facts } = scene;
    if (isDarkEmail({ facts }) || isExplained(facts)) return [];
    const known = new Set(widerView(scene)?.facts.texts.map(({ text }) => text));
    const texts = facts.texts.filter((fact) => !isCode(fact) && fact.role !== 'field' && (fact.sure ?? 1) >= SURE);
    const isDraft = isMostlyFiller(texts);
    return texts.flatMap((fact) => {
      if (known.has(fact.text)) return [];
      for (const { find, fault, fix, weight } of judgesFor(fact, facts.texts)) {
        const found = find(fact, facts.texts);
        if (found === null) continue;
        const within = found === fact.text.trim() ? '' : ` in ${quote(fact.text)}`;
        const isFiller = find === ofFiller || find === specimenOf;
        const what = `${quote(found)}${within} ${fault}.`;
        if (!isFiller) return [{ box: fact.box, what, fix, weight }];
        return [{ box: fact.box, what, fix, weight: isDraft ? DRAFT_WEIGHT : weight, cause: 'filler' }];
      }
      return [];
    });
  },
  fails: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Your order</h1><p data-defect style="width:200px">Hello {{customer.name}}!</p>
      <p>Total <b data-defect>€ NaN</b></p><p data-defect style="width:420px">Lorem ipsum dolor sit amet, consectetur adipiscing elit.</p></body>`,
  },
  passes: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Templates</h1><p>Null values are left out, and undefined behaviour is avoided.</p>
      <pre style="font:14px monospace">Hello {{customer.name}}! ${'$'}{total} undefined</pre><input placeholder="Your text here" aria-label="Note"></body>`,
  },
};
