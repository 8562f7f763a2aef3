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
  /** What must hold: media queries, and `@supports` and `@container` with theirs */
  conditions: readonly string[];
  /** The order of its cascade layer, as `openLayer` returns it */
  layer: readonly number[];
  specificity: number;
  /** Offset in the stylesheet's text */
  at: number;
  readonly declarations: readonly CssDeclaration[];
}

/** Selectors of what is no element */
const pseudoElement = /::|(?<!\\):(?:before|after|first-line|first-letter)\b/;
/** Selectors of other browsers, which make Chromium ignore the whole rule */
const foreign = /(?<!\\):-(?!webkit-)/;

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

/** Returns the offset after the bracket that closes the one at `at`. */
function afterBracket(text: string, at: number): number {
  let depth = 0;
  for (let next = at; next < text.length; next += 1) {
    const sign = text[next];
    if (sign === '\\') next += 1;
    else if (sign === '(') depth += 1;
    else if (sign === ')') {
      depth -= 1;
      if (depth === 0) return next + 1;
    }
  }
  return text.length;
}

/** Returns a number that orders selectors: ids, then classes, then tags. */
export function specificityOf(selector: string): number {
  const text = selector.replace(/\\./g, 'x').replace(/\[(?:[^\]"']|"[^"]*"|'[^']*')*\]/g, '.attribute');
  const bracket = /:([\w-]+)\(/g;
  let plain = '';
  let inside = 0;
  let from = 0;
  for (let found = bracket.exec(text); found !== null; found = bracket.exec(text)) {
    const [{ index }, name = '', start] = [found, found[1], bracket.lastIndex];
    const end = afterBracket(text, start - 1);
    const isChoice = /^(?:is|not|has|where|matches|-webkit-any)$/.test(name);
    const list = isChoice ? text.slice(start, end - 1) : (text.slice(start, end - 1).split(/\sof\s/)[1] ?? '');
    if (name !== 'where') inside += Math.max(0, ...splitList(list).map(specificityOf));
    plain += text.slice(from, index) + (isChoice ? '' : ':');
    from = end;
    bracket.lastIndex = end;
  }
  plain += text.slice(from);
  const count = (pattern: RegExp) => plain.match(pattern)?.length ?? 0;
  return (
    inside +
    count(/#/g) * 10_000 +
    Math.min(99, count(/[.:]/g)) * 100 +
    Math.min(99, count(/(?:^|[\s>+~])[^\s>+~.#:*&]/g))
  );
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

/** Cascade layers, by their names inside the layer around them */
export interface Layers {
  order: readonly number[];
  inner: Map<string, Layers>;
}

/** Returns what orders rules outside of all layers: they are stronger than those in layers. */
export const noLayers = (): Layers => ({ order: [Number.POSITIVE_INFINITY], inner: new Map() });

/** Returns the layer of a name such as `base.forms`; without a name, a new one. */
function openLayer(around: Layers, name: string): Layers {
  let layer = around;
  for (const part of name === '' ? [`${layer.inner.size}`] : name.split('.')) {
    const known = layer.inner.get(part);
    const order = [...layer.order.slice(0, -1), layer.inner.size, Number.POSITIVE_INFINITY];
    const next = known ?? { order, inner: new Map() };
    layer.inner.set(part, next);
    layer = next;
  }
  return layer;
}

/** What a block means for the rules inside it. */
export interface Scope {
  /** null outside of rules */
  selector: string | null;
  /** The root of an `@scope`, and what the last part of its selectors must also match */
  within: { root: string; filter: string } | null;
  conditions: readonly string[];
  layer: Layers;
  depth: number;
}

/** Returns the scope of what lies in no block. */
export const topScope = (): Scope => ({ selector: null, within: null, conditions: [], layer: noLayers(), depth: 0 });

const comments = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g;

/** Returns the selectors inside `@scope (root) to (limit)`; null when they cannot be written out. */
function scoped(query: string, scope: Scope): Scope | null {
  const rootEnd = afterBracket(query, 0);
  const limit = /^\s*to\s*\(([\s\S]*)\)$/.exec(query.slice(rootEnd))?.[1];
  const root = query.slice(1, rootEnd - 1).trim();
  if (!query.startsWith('(') || root === '' || scope.selector !== null || scope.within !== null) return null;
  const ends = limit === undefined ? [] : splitList(limit).map((part) => `:is(${root}) ${part}`);
  const without = ends.length === 0 ? '' : `:not(:where(${ends.flatMap((end) => [end, `${end} *`]).join(', ')}))`;
  const within = { root: `:is(${root})`, filter: `:where(:is(${root}), :is(${root}) *)${without}` };
  return { ...scope, within, depth: scope.depth + 1 };
}

/** Returns the scope of a block; null where nothing inside it is a rule for elements. */
function scopeOf(prelude: string, scope: Scope): Scope | null {
  const { selector, conditions, depth } = scope;
  if (depth >= maxDepth || prelude.length > maxSelector) return null;
  const inner = prelude.includes('/*') ? prelude.replace(comments, '').trim() : prelude;
  if (!inner.startsWith('@')) {
    const root = scope.within?.root;
    const own = selector !== null || root === undefined ? inner : inner.replace(/:scope\b|&/g, () => root);
    const whole = below(selector, own);
    return whole === null || whole.length > maxSelector ? null : { ...scope, selector: whole, depth: depth + 1 };
  }
  const [, at = '', query = ''] = /^@([\w-]+)\s*([\s\S]*)$/.exec(inner) ?? [];
  const name = at.toLowerCase();
  if (name === 'layer') return { ...scope, layer: openLayer(scope.layer, query.trim()), depth: depth + 1 };
  if (name === 'scope') return scoped(query, scope);
  if (!/^(?:media|supports|container)$/.test(name)) return null;
  const condition = name === 'media' ? query : `@${name} ${query}`;
  return { ...scope, conditions: [...conditions, condition], depth: depth + 1 };
}

const importStart = /^@import\s+(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"');]+))\s*\)?\s*/i;

/** Returns the address that an `@import` names, and the scope of its rules; null for any other statement. */
function imported(statement: string, scope: Scope): { address: string; scope: Scope } | null {
  const found = importStart.exec(statement);
  if (found === null || scope.depth >= maxDepth) return null;
  let rest = statement.slice(found[0].length).replace(comments, '').trim();
  let { layer } = scope;
  const conditions = [...scope.conditions];
  const named = /^layer(?:\(([^)]*)\)|(?![\w(-]))/i.exec(rest);
  if (named !== null) {
    layer = openLayer(layer, (named[1] ?? '').trim());
    rest = rest.slice(named[0].length).trim();
  }
  if (/^supports\(/i.test(rest)) {
    const end = afterBracket(rest, 'supports'.length);
    conditions.push(`@supports (${rest.slice('supports('.length, end - 1)})`);
    rest = rest.slice(end).trim();
  }
  if (rest !== '') conditions.push(rest);
  return {
    address: found[1] ?? found[2] ?? found[3] ?? '',
    scope: { ...scope, layer, conditions, depth: scope.depth + 1 },
  };
}

interface Reading {
  /** Without them, every rule is read */
  names?: PageNames | null;
  /** What holds for the whole stylesheet */
  scope?: Scope;
  /** Reads a stylesheet that this one imports; its rules come first */
  onImport?: (address: string, scope: Scope) => void;
}

/** Reads the rules of a stylesheet that may match something on the page, in order, at most `max`. */
export function readRules(
  css: string,
  max: number,
  { names = null, scope: whole = topScope(), onImport }: Reading = {},
): CssRule[] {
  const rules: CssRule[] = [];
  const scopes: (Scope | null)[] = [];
  for (const [index, block] of scanBlocks(css, max * 4).entries()) {
    const outer = block.parent === -1 ? whole : (scopes[block.parent] ?? null);
    if (block.isStatement) {
      const list = /^@layer\s+([\s\S]*)$/i.exec(block.prelude)?.[1];
      if (list !== undefined && outer !== null) for (const name of splitList(list)) openLayer(outer.layer, name);
      const found = imported(block.prelude, whole);
      if (found !== null) onImport?.(found.address, found.scope);
      continue;
    }
    const scope = outer === null ? null : scopeOf(block.prelude, outer);
    scopes[index] = scope;
    if (scope === null || scope.selector === null || rules.length >= max || foreign.test(scope.selector)) continue;
    const { conditions, layer, within } = scope;
    const parts = splitList(scope.selector).filter(
      (part) => !pseudoElement.test(part) && (names === null || mayMatch(part, names)),
    );
    let known: readonly CssDeclaration[] | undefined;
    // Each part has its own weight, and a rule may match by several.
    for (const [specificity, group] of Map.groupBy(parts, specificityOf)) {
      rules.push({
        selector: group.map((part) => part + (within?.filter ?? '')).join(', '),
        conditions,
        layer: layer.order,
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
