import { type CssDeclaration, readDeclarations, scanBlocks } from './scan-css.ts';

const maxSelector = 1_000;
const maxDepth = 16;

/** The classes and ids of a page's elements, without which most rules cannot match. */
export interface PageNames {
  classes: ReadonlySet<string>;
  ids: ReadonlySet<string>;
}

export interface CssRule {
  /** For `querySelectorAll`; nested rules are written out */
  selector: string;
  /** Media queries that must hold */
  conditions: readonly string[];
  specificity: number;
  /** Offset in the stylesheet's text */
  at: number;
  readonly declarations: readonly CssDeclaration[];
}

/** What matches for a moment, or no element at all, and so explains no screenshot. */
const passing = /::|:(?:before|after|first-line|first-letter|hover|focus|focus-visible|active|visited)\b/;

/** Returns the parts of a selector list; commas in brackets and strings belong to their part. */
export function splitList(list: string): string[] {
  if (!list.includes(',')) return list === '' ? [] : [list];
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

/** Returns whether a selector could match on a page with these classes and ids. */
export function mayMatch(selector: string, { classes, ids }: PageNames): boolean {
  // A code point may be escaped, and what stands in brackets may be a choice.
  if (/\\[\da-f]/i.test(selector)) return true;
  const plain = selector.replace(/[([][\s\S]*[)\]]/, '');
  for (const [, kind, name = ''] of plain.matchAll(/([.#])((?:[\w-]|[^\p{ASCII}]|\\.)+)/gu)) {
    if (!(kind === '.' ? classes : ids).has(name.replace(/\\(.)/g, '$1'))) return false;
  }
  return true;
}

/** Writes a nested selector out below the selector of the rule around it; null when that is too long. */
function below(outer: string | null, inner: string): string | null {
  if (outer === null) return inner;
  const around = !/[\s>+~,]/.test(outer) ? outer : `:is(${outer})`;
  const parts = splitList(inner);
  if (parts.length * around.length > maxSelector * 4) return null;
  return parts
    .map((part) => (part.includes('&') ? part.replaceAll('&', () => around) : `${around} ${part}`))
    .join(', ');
}

/** What a block means for the rules inside it. */
interface Scope {
  /** null outside of rules */
  selector: string | null;
  conditions: readonly string[];
  depth: number;
}

const top: Scope = { selector: null, conditions: [], depth: 0 };
const comments = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g;

/** Returns the scope of a block; null where nothing inside it is a rule for elements. */
function scopeOf(prelude: string, { selector, conditions, depth }: Scope): Scope | null {
  if (depth >= maxDepth || prelude.length > maxSelector) return null;
  const inner = prelude.includes('/*') ? prelude.replace(comments, '').trim() : prelude;
  if (!inner.startsWith('@')) {
    const whole = below(selector, inner);
    return whole === null || whole.length > maxSelector ? null : { selector: whole, conditions, depth: depth + 1 };
  }
  const [, name = '', query = ''] = /^@([\w-]+)\s*([\s\S]*)$/.exec(inner) ?? [];
  if (!/^(?:media|supports|layer|container|scope)$/i.test(name)) return null;
  const media = /^media$/i.test(name) ? [...conditions, query] : conditions;
  return { selector, conditions: media, depth: depth + 1 };
}

/** Reads the rules of a stylesheet that may match something on the page, in order, at most `max`. */
export function readRules(css: string, max: number, names: PageNames | null = null): CssRule[] {
  const rules: CssRule[] = [];
  const scopes: (Scope | null)[] = [];
  for (const [index, block] of scanBlocks(css, max * 4).entries()) {
    const outer = block.parent === -1 ? top : (scopes[block.parent] ?? null);
    const scope = outer === null ? null : scopeOf(block.prelude, outer);
    scopes[index] = scope;
    if (scope === null || scope.selector === null || rules.length >= max) continue;
    const parts = splitList(scope.selector).filter(
      (part) => !passing.test(part) && (names === null || mayMatch(part, names)),
    );
    let known: readonly CssDeclaration[] | undefined;
    // Each part has its own weight, and a rule may match by several.
    for (const [specificity, group] of Map.groupBy(parts, specificityOf)) {
      rules.push({
        selector: group.join(', '),
        conditions: scope.conditions,
        specificity,
        at: block.start,
        get declarations() {
          known ??= readDeclarations(css, block);
          return known;
        },
      });
    }
  }
  return rules;
}
