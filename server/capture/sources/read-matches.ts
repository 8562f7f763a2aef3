import { isFields, readList, readText } from '../page-data.ts';

/** What the page answered, validated. Targets are the listed elements and then their unlisted ancestors. */
export interface Matches {
  /** Of each listed element its targets, itself first */
  chains: number[][];
  /** Of each target the rules that match it */
  rulesOf: number[][];
  positions: number[];
  notes: [string, string][][];
  about: { id: string; classes: string; href: string }[];
}

const readNumbers = (value: unknown, max: number, most: number): number[] =>
  Array.isArray(value) ? value.slice(0, most).filter((each) => Number.isInteger(each) && each >= 0 && each < max) : [];

/** Reads the answer of `matchRules`; null when it is not one. */
export function readMatches(answer: unknown, elements: number, rules: number): Matches | null {
  if (!isFields(answer)) return null;
  const { chains, matches, positions, notes, about } = answer;
  if (!Array.isArray(chains) || !Array.isArray(matches) || chains.length !== elements) return null;
  const maxTargets = elements * 12;
  const rulesOf: number[][] = [];
  for (const [rule, targets] of matches.slice(0, rules).entries()) {
    for (const target of readNumbers(targets, maxTargets, 20_000)) {
      const own = rulesOf[target] ?? [];
      rulesOf[target] = own;
      own.push(rule);
    }
  }
  const given = Array.isArray(positions) ? positions : [];
  const noted: unknown[] = Array.isArray(notes) ? notes : [];
  const described = readList(about);
  return {
    chains: chains.map((chain) => readNumbers(chain, maxTargets, 12)),
    rulesOf,
    positions: chains.map((_, at) => (Number.isInteger(given[at]) ? Number(given[at]) : -1)),
    notes: chains.map((_, at) => {
      const own = noted[at];
      return (Array.isArray(own) ? own.slice(0, 6) : []).flatMap((pair: unknown): [string, string][] =>
        Array.isArray(pair) ? [[readText(pair[0], 60), readText(pair[1], 400)]] : [],
      );
    }),
    about: chains.map((_, at) => ({
      id: readText(described[at]?.id, 200),
      classes: readText(described[at]?.classes, 400),
      href: readText(described[at]?.href, 400),
    })),
  };
}
