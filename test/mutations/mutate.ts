import { parseSync } from 'vite';

/** One change of one line that a test should notice. */
export interface Mutation {
  file: string;
  /** The index of the line, from 0. */
  line: number;
  kind: string;
  before: string;
  after: string;
}

/** The ways to change a line. */
interface Changes {
  changes: { kind: string; after: string }[];
  /** Returns the line with all of its changes; `isOn` is the expression that chooses one of them at run time. */
  switched(isOn: (change: number) => string): string;
}

const guarded = /^(\s*(?:\} else )?if \()(.+)(\) (?:\{|return\b.*;|throw\b.*;|continue;))$/;
const comparison = String.raw`[\w.!?]+ (?:===|!==|<|>|<=|>=) [\w.'"]+`;
const ternary = new RegExp(String.raw`^(.*?(?:(?<![=!<>])[=(:] |\{))((?:${comparison})|[\w.]+)( \? .+ : .+)$`);
/** The order makes no difference to `Math.min` and `Math.max`. */
const twoArguments = /^(.*\b(?!min\(|max\()[a-zA-Z]\w*\()([a-z][\w.]*), ([a-z][\w.]*)(\).*)$/;
const twoFields = /^(.*\{ )(\w+): ([\w.]+), (\w+): ([\w.]+)( \}.*)$/;
const isMethod = /^\s*(?:async )?\*?\w+\([\w, ]*\) \{$/;
const isPattern = /^ \}\)?(?: =|:)/;

/** Returns the changes of a line: a check dropped, a condition inverted, two arguments or fields swapped. */
export function changesOf(before: string): Changes | null {
  if (/^\s*(\/\/|\*|import |export type|type |interface )/.test(before)) return null;
  const check = guarded.exec(before);
  if (check !== null) {
    const [, start = '', condition = '', end = ''] = check;
    const inverted = { kind: 'condition inverted', after: `${start}!(${condition})${end}` };
    const canDrop = /^\s*if \(/.test(before) && !end.endsWith('{');
    return {
      changes: canDrop ? [inverted, { kind: 'check dropped', after: '' }] : [inverted],
      switched: (isOn) =>
        `${start}${canDrop ? `${isOn(1)} ? false : ` : ''}${isOn(0)} ? !(${condition}) : (${condition})${end}`,
    };
  }
  const choice = ternary.exec(before);
  if (choice !== null) {
    const [, start = '', condition = '', end = ''] = choice;
    return {
      changes: [{ kind: 'condition inverted', after: `${start}!(${condition})${end}` }],
      switched: (isOn) => `${start}(${isOn(0)} ? !(${condition}) : (${condition}))${end}`,
    };
  }
  const fields = twoFields.exec(before);
  if (fields !== null && fields[3] !== fields[5] && !isPattern.test(fields[6] ?? '')) {
    const [, start, one, a, other, b, end] = fields;
    return {
      changes: [{ kind: 'fields swapped', after: `${start}${one}: ${b}, ${other}: ${a}${end}` }],
      switched: (isOn) => `${start}${one}: ${isOn(0)} ? ${b} : ${a}, ${other}: ${isOn(0)} ? ${a} : ${b}${end}`,
    };
  }
  const call = twoArguments.exec(before);
  if (call !== null && call[2] !== call[3] && !/=>|\bfunction\b/.test(before) && !isMethod.test(before)) {
    const [, start, a, b, end] = call;
    return {
      changes: [{ kind: 'arguments swapped', after: `${start}${b}, ${a}${end}` }],
      switched: (isOn) => `${start}${isOn(0)} ? ${b} : ${a}, ${isOn(0)} ? ${a} : ${b}${end}`,
    };
  }
  return null;
}

/** Returns the lines, from 0, that begin inside the text of a template. */
function linesInTemplates(file: string, text: string): Set<number> {
  const found = new Set<number>();
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length - 1;
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'TemplateElement' && 'start' in node && 'end' in node) {
      for (let line = lineOf(Number(node.start)) + 1; line <= lineOf(Number(node.end)); line += 1) found.add(line);
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, text).program);
  return found;
}

/** Returns the text with every change of its lines, and what these are. The text of templates stays as it is. */
export function switchAll(file: string, text: string, isOn: (number: number) => string, first: number) {
  const mutations: Mutation[] = [];
  const inTemplates = linesInTemplates(file, text);
  const lines = text.split('\n').map((before, line) => {
    const found = inTemplates.has(line) ? null : changesOf(before);
    if (found === null) return before;
    const at = first + mutations.length;
    mutations.push(...found.changes.map((change) => ({ file, line, before, ...change })));
    return found.switched((change) => isOn(at + change));
  });
  const switched = lines.join('\n');
  const [error] = parseSync(file, switched).errors;
  if (error !== undefined)
    throw new Error(`${file} cannot be parsed with its switches: ${error.codeframe ?? error.message}`);
  return { text: switched, mutations };
}
