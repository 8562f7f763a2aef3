/** One change of one line that a test should notice. */
export interface Mutation {
  file: string;
  /** The index of the line, from 0. */
  line: number;
  kind: string;
  before: string;
  after: string;
}

const isGuard = /^\s*if \(.+\) (return|throw|continue)\b.*;$/;
const invertible = /^(\s*(?:\} else )?if \()(.+)(\) (?:\{|return\b.*;|throw\b.*;|continue;))$/;
const ternary = /^(.*?(?:(?<![=!<>])[=(:] |\{))((?:[\w.!?]+ (?:===|!==|<|>|<=|>=) [\w.'"]+)|[\w.]+)( \? .+ : .+)$/;
/** The order makes no difference to `Math.min` and `Math.max`. */
const twoArguments = /^(.*\b(?!min\(|max\()[a-zA-Z]\w*\()([a-z][\w.]*), ([a-z][\w.]*)(\).*)$/;
const twoFields = /^(.*\{ )(\w+): ([\w.]+), (\w+): ([\w.]+)( \}.*)$/;

/** Returns the possible changes of a line: a check dropped, a condition inverted, two arguments or fields swapped. */
export function mutationsOf(before: string): { kind: string; after: string }[] {
  if (/^\s*(\/\/|\*|import |export type|type |interface )/.test(before)) return [];
  const found: { kind: string; after: string }[] = [];
  if (isGuard.test(before)) found.push({ kind: 'check dropped', after: '' });
  const condition = invertible.exec(before);
  if (condition !== null)
    found.push({ kind: 'condition inverted', after: `${condition[1]}!(${condition[2]})${condition[3]}` });
  const choice = ternary.exec(before);
  if (choice !== null) found.push({ kind: 'condition inverted', after: `${choice[1]}!(${choice[2]})${choice[3]}` });
  const call = twoArguments.exec(before);
  if (call !== null && call[2] !== call[3] && !before.includes('=>') && !before.includes('function'))
    found.push({ kind: 'arguments swapped', after: `${call[1]}${call[3]}, ${call[2]}${call[4]}` });
  const fields = twoFields.exec(before);
  if (fields !== null && fields[3] !== fields[5])
    found.push({
      kind: 'fields swapped',
      after: `${fields[1]}${fields[2]}: ${fields[5]}, ${fields[4]}: ${fields[3]}${fields[6]}`,
    });
  return found;
}

/** Returns a generator of numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
