import type { WantedRule } from '../in-page.ts';
import { isFields, readList, readText } from '../page-data.ts';
import type { World } from '../world.ts';
import { orTerminated } from './or-terminated.ts';
import { type CssDeclaration, readStyle } from './scan-css.ts';

const maxMatches = 60_000;
const firstPart = 100;
const maxPart = 2_000;
const quickMs = 60;

/** What the page answered, validated. Targets are the listed elements and then their unlisted ancestors. */
export interface Matches {
  /** Each listed element’s targets, itself first */
  chains: number[][];
  /** The rules that match each target */
  rulesOf: number[][];
  positions: number[];
  notes: [string, string][][];
  /** What the `style` of each target declares */
  styles: CssDeclaration[][];
  about: { id: string; classes: string; href: string }[];
}

const readNumbers = (value: unknown, max: number, most: number): number[] =>
  Array.isArray(value) ? value.slice(0, most).filter((each) => Number.isInteger(each) && each >= 0 && each < max) : [];

/** Reads the answer of `listTargets`; null when it is not one. */
export function readTargets(answer: unknown, elements: number): Omit<Matches, 'rulesOf'> | null {
  if (!isFields(answer)) return null;
  const { chains, positions, notes, styles, about } = answer;
  if (!Array.isArray(chains) || chains.length !== elements) return null;
  const given = Array.isArray(positions) ? positions : [];
  const noted: unknown[] = Array.isArray(notes) ? notes : [];
  const described = readList(about);
  return {
    chains: chains.map((chain) => readNumbers(chain, elements * 12, 12)),
    positions: chains.map((_, at) => (Number.isInteger(given[at]) ? Number(given[at]) : -1)),
    notes: chains.map((_, at) => {
      const own = noted[at];
      return (Array.isArray(own) ? own.slice(0, 6) : []).flatMap((pair: unknown): [string, string][] =>
        Array.isArray(pair) ? [[readText(pair[0], 60), readText(pair[1], 400)]] : [],
      );
    }),
    styles: (Array.isArray(styles) ? styles : []).map((style) => readStyle(readText(style, 4_000))),
    about: chains.map((_, at) => ({
      id: readText(described[at]?.id, 200),
      classes: readText(described[at]?.classes, 400),
      href: readText(described[at]?.href, 400),
    })),
  };
}

/**
 * Asks the page which targets the rules match, some rules at a time, because no clock runs inside the page: more at a
 * time while that is quick, and none after `limitMs`. Returns the rules of each target, and whether all were asked for.
 */
export async function matchInParts(world: World, rules: readonly WantedRule[], elements: number, limitMs: number) {
  const end = performance.now() + limitMs;
  const rulesOf: number[][] = [];
  let left = maxMatches;
  let size = firstPart;
  let from = 0;
  while (from < rules.length && left > 0) {
    const started = performance.now();
    if (started > end) break;
    const part = rules.slice(from, from + size);
    const answer: unknown = await orTerminated(world.session, world.run('matchRules', part), limitMs);
    for (const [at, targets] of (Array.isArray(answer) ? answer.slice(0, part.length) : []).entries()) {
      const numbers = readNumbers(targets, elements * 12, 20_000);
      left -= numbers.length;
      for (const target of numbers) {
        const own = rulesOf[target] ?? [];
        rulesOf[target] = own;
        own.push(from + at);
      }
    }
    from += part.length;
    if (performance.now() - started < quickMs) size = Math.min(maxPart, size * 4);
  }
  return { rulesOf, isComplete: from >= rules.length };
}
