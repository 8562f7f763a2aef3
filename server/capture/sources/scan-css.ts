/**
 * A block of a stylesheet: what comes before its brace, and what is inside; or a statement such as `@import`, with
 * nothing inside. Offsets in the text.
 */
export interface CssBlock {
  isStatement: boolean;
  prelude: string;
  /** Where the prelude begins, after white space and comments */
  start: number;
  bodyStart: number;
  bodyEnd: number;
  /** The index of the block around it; -1 at the top */
  parent: number;
}

/** Returns the offset after a string that opens at `at`; strings end with their line at the latest. */
function afterString(css: string, at: number): number {
  const quote = css[at];
  for (let next = at + 1; next < css.length; next += 1) {
    const sign = css[next];
    if (sign === '\\') next += 1;
    else if (sign === quote || sign === '\n') return next + 1;
  }
  return css.length;
}

const codes = (signs: string): number[] => [...signs].map((sign) => sign.charCodeAt(0));
const [slash, star, double, single, backslash, open, close, left, right, semicolon] = codes('/*"\'\\(){};');

/**
 * Visits the braces and semicolons of a text that are not in comments, strings and brackets. Reads codes one by one,
 * because stylesheets are large.
 */
function visit(css: string, from: number, to: number, each: (mark: '{' | '}' | ';', at: number) => void): void {
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    const code = css.charCodeAt(at);
    if (code === left || code === right || code === semicolon) {
      if (depth === 0) each(code === left ? '{' : code === right ? '}' : ';', at);
    } else if (code === slash && css.charCodeAt(at + 1) === star) {
      const end = css.indexOf('*/', at + 2);
      if (end === -1) return;
      at = end + 1;
    } else if (code === double || code === single) at = afterString(css, at) - 1;
    else if (code === backslash) at += 1;
    else if (code === open) depth += 1;
    else if (code === close && depth > 0) depth -= 1;
  }
}

/** White space and comments at the start of a text */
const blank = /(?:\s+|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*/y;

function afterBlank(css: string, from: number): number {
  blank.lastIndex = from;
  return from + (blank.exec(css)?.[0].length ?? 0);
}

/** Finds the blocks and statements of a stylesheet, in the order in which they begin; at most `max`. */
export function scanBlocks(css: string, max: number): CssBlock[] {
  const blocks: CssBlock[] = [];
  const around: number[] = [];
  let from = 0;
  visit(css, 0, css.length, (mark, at) => {
    const isStatement = mark === ';';
    if (mark !== '}') {
      const start = Math.min(at, afterBlank(css, from));
      const parent = around.at(-1) ?? -1;
      if (!isStatement) around.push(blocks.length < max ? blocks.length : -1);
      if (blocks.length < max && (!isStatement || css[start] === '@')) {
        const prelude = css.slice(start, at).trim();
        blocks.push({ isStatement, prelude, start, bodyStart: at + 1, bodyEnd: isStatement ? at : css.length, parent });
      }
    } else {
      const block = blocks[around.pop() ?? -1];
      if (block !== undefined) block.bodyEnd = at;
    }
    from = at + 1;
  });
  return blocks;
}

export interface CssDeclaration {
  property: string;
  isImportant: boolean;
  /** The custom properties that its value reads, at most three */
  reads: string[];
  /** Offset in the text */
  at: number;
}

const maxDeclarations = 60;

/** Reads the declarations directly inside a block. */
export function readDeclarations(
  css: string,
  { bodyStart, bodyEnd }: Pick<CssBlock, 'bodyStart' | 'bodyEnd'>,
): CssDeclaration[] {
  const found: CssDeclaration[] = [];
  let from = bodyStart;
  let depth = 0;
  const add = (end: number): void => {
    const at = afterBlank(css, from);
    const [whole, property = '', value = ''] =
      /^([\w-]{1,60})\s*:([\s\S]*)$/.exec(css.slice(at, Math.min(end, at + 2_500))) ?? [];
    if (whole === undefined || found.length === maxDeclarations || at >= end) return;
    const reads = [...value.matchAll(/var\(\s*(--[\w-]{1,58})/g)].map(([, name]) => name ?? '');
    found.push({
      property: property.startsWith('--') ? property : property.toLowerCase(),
      isImportant: /!\s*important\s*$/i.test(value),
      reads: [...new Set(reads)].slice(0, 3),
      at,
    });
  };
  visit(css, bodyStart, bodyEnd, (mark, at) => {
    if (mark === ';' && depth === 0) add(at);
    else if (mark === '{') depth += 1;
    else if (mark === '}') depth -= 1;
    if (depth === 0) from = at + 1;
  });
  if (depth === 0) add(bodyEnd);
  return found;
}

/** Reads the declarations of a `style` attribute. */
export const readStyle = (style: string): CssDeclaration[] =>
  readDeclarations(style, { bodyStart: 0, bodyEnd: style.length });
