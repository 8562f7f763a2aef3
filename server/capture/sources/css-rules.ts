import { type AtRule, type ChildNode, type Container, parse, type Rule } from 'postcss';

const maxDepth = 16;
const maxSelector = 1_000;

export interface CssDeclaration {
  property: string;
  isImportant: boolean;
  /** The custom properties that its value reads, at most three */
  reads: string[];
  /** 1-based, within the stylesheet's text */
  line: number;
  column: number;
}

export interface CssRule {
  /** For `querySelectorAll`; nested rules are written out */
  selector: string;
  /** Media queries that must hold */
  conditions: string[];
  specificity: number;
  line: number;
  column: number;
  declarations: CssDeclaration[];
}

/** What matches for a moment, or no element at all, and so explains no screenshot. */
const passing = /::|:(?:before|after|first-line|first-letter|hover|focus|focus-visible|active|visited)\b/;

/** Returns the parts of a selector list; commas in brackets and strings belong to their part. */
export function splitList(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let at = 0; at < list.length; at += 1) {
    const sign = list[at] ?? '';
    if (sign === '\\') at += 1;
    else if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    else if (sign === ',' && depth === 0) {
      parts.push(list.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, list.slice(from).trim()].filter((part) => part !== '');
}

/** Returns a number that orders selectors: ids, then classes, then tags. Close enough for what `:is` and `:not` hold. */
export function specificityOf(selector: string): number {
  const plain = selector.replace(/:where\([^()]*\)/g, '').replace(/\[[^\]]*\]/g, '.attribute');
  const ids = plain.match(/#[\w-]/g)?.length ?? 0;
  const classes = plain.match(/\.[\w\\-]|(?<!:):(?!:|is\b|not\b|has\b|where\b)[\w-]/g)?.length ?? 0;
  const tags = plain.match(/(?:^|[\s>+~(])[a-z]/gi)?.length ?? 0;
  return ids * 10_000 + Math.min(99, classes) * 100 + Math.min(99, tags);
}

/** Writes a nested selector out below the selector of the rule around it. */
function below(outer: string | null, inner: string): string {
  if (outer === null) return inner;
  const around = splitList(outer).length === 1 && !/[\s>+~]/.test(outer) ? outer : `:is(${outer})`;
  const parts = splitList(inner);
  // What nothing could be looked for with is not written out.
  if (parts.length * around.length > maxSelector * 4) return ' '.repeat(maxSelector + 1);
  return parts
    .map((part) => (part.includes('&') ? part.replaceAll('&', () => around) : `${around} ${part}`))
    .join(', ');
}

function declarationsOf(rule: Container): CssDeclaration[] {
  const found: CssDeclaration[] = [];
  for (const node of rule.nodes ?? []) {
    if (node.type !== 'decl' || found.length === 60) continue;
    const start = node.source?.start;
    if (start === undefined || node.prop.length > 60) continue;
    const property = node.prop.startsWith('--') ? node.prop : node.prop.toLowerCase();
    const reads = [...node.value.slice(0, 2_000).matchAll(/var\(\s*(--[\w-]{1,58})/g)].map(([, name]) => name ?? '');
    found.push({
      property,
      isImportant: node.important === true,
      reads: [...new Set(reads)].slice(0, 3),
      line: start.line,
      column: start.column,
    });
  }
  return found;
}

/** Parses a stylesheet into its rules in order, at most `max`. Throws when it is not CSS. */
export function readRules(css: string, max: number): CssRule[] {
  const rules: CssRule[] = [];
  const add = (node: Rule | AtRule, selector: string, conditions: string[]): void => {
    const declarations = declarationsOf(node);
    const start = node.source?.start;
    if (declarations.length === 0 || start === undefined || selector.length > maxSelector) return;
    const parts = splitList(selector).filter((part) => !passing.test(part));
    // Each part has its own weight, and a rule may match by several.
    const groups = Map.groupBy(parts, specificityOf);
    for (const [specificity, group] of groups) {
      const position = { line: start.line, column: start.column };
      rules.push({ selector: group.join(', '), conditions, specificity, ...position, declarations });
    }
  };
  const walk = (nodes: ChildNode[], outer: string | null, conditions: string[], depth: number): void => {
    if (depth > maxDepth) return;
    for (const node of nodes) {
      if (rules.length >= max) return;
      if (node.type === 'rule') {
        if (node.selector.length > maxSelector) continue;
        const selector = below(outer, node.selector);
        add(node, selector, conditions);
        if (selector.length <= maxSelector) walk(node.nodes, selector, conditions, depth + 1);
      } else if (
        node.type === 'atrule' &&
        /^(?:media|supports|layer|container|scope|starting-style)$/i.test(node.name)
      ) {
        if (node.nodes === undefined || /^starting/i.test(node.name)) continue;
        const inside = /^media$/i.test(node.name) ? [...conditions, node.params.slice(0, 500)] : conditions;
        if (outer !== null) add(node, outer, inside);
        walk(node.nodes, outer, inside, depth + 1);
      }
    }
  };
  // Without `map: false` the parser would read the file that a comment of the stylesheet names.
  walk(parse(css, { map: false }).nodes, null, [], 0);
  return rules;
}
