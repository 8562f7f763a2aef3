import type { TextFact } from '../../contract/shot-facts.ts';
import type { Other, Rule, Violation } from '../rule.ts';
import { around } from '../support/boxes.ts';
import { fontRoot } from '../support/font-names.ts';
import { countWords, isRead } from '../support/slide-blocks.ts';
import { quote } from '../support/words.ts';

/** One for titles, one for text, one for something special. */
const MAX_FAMILIES = 3;
/** The fewest words that count: fewer are a logo, a sign, or a substitute for letters that a font lacks. */
const MIN_WORDS = 3;
/** With fewer slides the presentation's own fonts are unknown. */
const MIN_SLIDES = 4;
/** The share of the presentation's words that must be in fonts that other slides have too */
const OWN = 0.6;

type Families = Map<string, TextFact[]>;

/**
 * Returns a slide's texts by font family. Skips fonts whose names identify no family, and scripts that few fonts cover.
 */
function familiesOf({ facts }: Pick<Other, 'facts'>): Families {
  const families: Families = new Map();
  for (const fact of facts.texts) {
    const root = isRead(fact) && /\p{Script=Latin}{2}/u.test(fact.text) ? fontRoot(fact.family) : null;
    if (root !== null) families.set(root, [...(families.get(root) ?? []), fact]);
  }
  for (const [root, texts] of families) if (wordsOf(texts) < MIN_WORDS) families.delete(root);
  return families;
}

const wordsOf = (texts: readonly TextFact[]): number => texts.reduce((sum, { text }) => sum + countWords(text), 0);

const nameOf = (texts: readonly TextFact[] | undefined): string => texts?.[0]?.family ?? '';

/**
 * Returns the texts in fonts that do not belong: the rarest of too many families, on the slide that has the most of
 * them; or fonts that no other slide has. Returns null when there are none.
 */
function strangersOn(
  slide: Other,
  others: readonly Other[],
): { texts: TextFact[]; usual: string[]; isMany: boolean } | null {
  const own = familiesOf(slide);
  const decks = others.map((other) => ({ number: other.shot.pageNumber ?? 0, families: familiesOf(other) }));
  const all = [{ number: slide.shot.pageNumber ?? 0, families: own }, ...decks].filter(
    ({ families }) => families.size > 0,
  );
  const totals = new Map<string, { words: number; texts: TextFact[] }>();
  for (const { families } of all) {
    for (const [root, texts] of families) {
      const known = totals.get(root);
      totals.set(root, { words: (known?.words ?? 0) + wordsOf(texts), texts: known?.texts ?? texts });
    }
  }
  const ranked = [...totals].sort(([a, one], [b, other]) => other.words - one.words || (a < b ? -1 : 1));
  const words = ranked.reduce((sum, [, total]) => sum + total.words, 0);
  const namesOf = (some: typeof ranked): string[] => some.map(([, total]) => nameOf(total.texts));
  const textsOf = (roots: readonly string[], families: Families): TextFact[] =>
    roots.flatMap((root) => families.get(root) ?? []);
  if (ranked.length > MAX_FAMILIES) {
    const strange = ranked.slice(MAX_FAMILIES).map(([root]) => root);
    const [worst] = all
      .map(({ number, families }) => ({ number, families, words: wordsOf(textsOf(strange, families)) }))
      .sort((one, other) => other.words - one.words || one.number - other.number);
    return worst?.families === own ? { texts: textsOf(strange, own), usual: namesOf(ranked), isMany: true } : null;
  }
  if (all.length < MIN_SLIDES || slide.shot.pageNumber === 1) return null;
  const strange = [...own.keys()].filter((root) => !decks.some(({ families }) => families.has(root)));
  const isTheirs = ([root]: (typeof ranked)[number]): boolean => !strange.includes(root);
  const usual = ranked.filter(isTheirs);
  const share = usual.reduce((sum, [, total]) => sum + total.words, 0) / words;
  if (strange.length === 0 || share < OWN) return null;
  return { texts: textsOf(strange, own), usual: namesOf(usual.slice(0, 2)), isMany: false };
}

const list = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

export const tooManyFonts: Rule = {
  id: 'too-many-fonts',
  title: 'Inconsistent fonts',
  checks: `A presentation has at most ${MAX_FAMILIES} font families, and no slide uses one that no other slide has.`,
  why: 'The slides look as if they come from several presentations.',
  severity: 'polish',
  types: ['presentation'],
  kinds: ['slide'],
  find(scene) {
    const found = strangersOn(scene, scene.others);
    const [first, ...rest] = found?.texts ?? [];
    if (found === null || first === undefined) return [];
    const strange = [...new Set(found.texts.map(({ family }) => family ?? ''))];
    const where = scene.others.length === 0 ? 'The slide' : 'The presentation';
    const violation: Violation = {
      box: rest.reduce((box, fact) => around(box, fact.box), first.box),
      what: found.isMany
        ? `${where} has ${found.usual.length} font families (${list(found.usual)}); the limit is ${MAX_FAMILIES}. ${quote(first.text, 40)} is in one of the extra fonts.`
        : `${quote(first.text, 40)} is set in ${list(strange)}; the other slides use ${list(found.usual)}.`,
      fix: found.isMany
        ? 'Keep one for titles and one for text, and use them everywhere.'
        : 'Set it in the font of the other slides.',
      weight: 0.5,
    };
    return [violation];
  },
  fails: {
    as: 'slide',
    html: `<style>section{height:540px;box-sizing:border-box;padding:36px;overflow:hidden;break-after:page}h1{margin:0 0 20px;font-size:36px}</style>
      <body style="font:24px 'Liberation Sans'">${['The harbour', 'The north', 'The south'].map((name) => `<section><h1>${name}</h1><p>Forty vans leave the depot before eight in the morning.</p></section>`).join('')}
      <section><h1>The airport</h1><p data-defect style="font-family:'Liberation Serif'">Only the night flights are met, by two vans that come over from the harbour.</p></section></body>`,
  },
  passes: {
    as: 'slide',
    html: `<style>section{height:540px;box-sizing:border-box;padding:36px;overflow:hidden;break-after:page}h1{margin:0 0 20px;font:36px 'Liberation Serif'}</style>
      <body style="font:24px 'Liberation Sans'">${['The harbour', 'The north', 'The south', 'The airport'].map((name) => `<section><h1>Depot: ${name}, first half</h1><p>Forty vans leave the depot <b>before eight</b> in <i>the morning</i>.</p><p style="font-family:'Liberation Mono'">GET /depots/vans</p></section>`).join('')}</body>`,
  },
};
