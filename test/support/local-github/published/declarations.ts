import { readFileSync } from 'node:fs';
import { parseShape, type Shape } from './parse.ts';

/** GitHub's published description as generated declarations. Parsed on demand, because the files are megabytes. */
export interface Declarations {
  /** Returns the type of a key of one of the file's interfaces, for example `operations` and `checks/create`. */
  entry(container: string, key: string): Shape | null;
  /** Does the same for `components`: `schemas`, `parameters`, `responses`. */
  component(section: string, key: string): Shape | null;
  /** Returns every operation by path and method. */
  operations(): Array<{ method: string; path: string; id: string }>;
  /** Resolves a name or an indexed access; returns any other type unchanged. */
  resolve(shape: Shape): Shape;
}

const packages = new URL('../../../../node_modules/@octokit/', import.meta.url);

export function openDeclarations(name: 'openapi-types' | 'openapi-webhooks-types'): Declarations {
  const text = readFileSync(new URL(`${name}/types.d.ts`, packages), 'utf8');
  const known = new Map<string, Shape | null>();

  const blocks = new Map<string, [number, number]>();
  /**
   * Returns start and end of the block that begins with `head` at a line's start and ends with the brace of that
   * indentation.
   */
  const block = (head: string, from = 0): [number, number] => {
    const kept = blocks.get(head);
    if (kept !== undefined) return kept;
    const start = text.indexOf(`\n${head} {\n`, from);
    if (start === -1) throw new Error(`${name} has no ${head}.`);
    const indent = /^ */.exec(head)?.[0] ?? '';
    const found: [number, number] = [start, text.indexOf(`\n${indent}}`, start + 1)];
    blocks.set(head, found);
    return found;
  };
  const find = (label: string, [start, end]: [number, number], indent: string, key: string): Shape | null => {
    const kept = known.get(`${label} ${key}`);
    if (kept !== undefined) return kept;
    let shape: Shape | null = null;
    for (const written of [`${JSON.stringify(key)}:`, `${key}:`, `${JSON.stringify(key)}?:`, `${key}?:`]) {
      const at = text.indexOf(`\n${indent}${written}`, start);
      if (at !== -1 && at < end) {
        shape = parseShape(text, at + 1 + indent.length + written.length);
        break;
      }
    }
    known.set(`${label} ${key}`, shape);
    return shape;
  };

  const declarations: Declarations = {
    entry: (container, key) => find(container, block(`export interface ${container}`), '  ', key),
    component(section, key) {
      const [start] = block('export interface components');
      return find(section, block(`  ${section}:`, start), '    ', key);
    },
    operations() {
      const [start, end] = block('export interface paths');
      const found: Array<{ method: string; path: string; id: string }> = [];
      let path = '';
      const line = /^ {2}"(\/.*)": \{$|^ {4}(get|post|put|patch|delete): operations\["(.+)"\];$/gm;
      for (const [, here, method, id] of text.slice(start, end).matchAll(line)) {
        if (here !== undefined) path = here;
        else if (method !== undefined && id !== undefined) found.push({ method: method.toUpperCase(), path, id });
      }
      return found;
    },
    resolve(shape) {
      if (shape.kind !== 'path') return shape;
      const { from, key } = shape;
      if (from.kind === 'name' && from.name !== 'components') return declarations.entry(from.name, key) ?? missing(key);
      if (from.kind === 'path' && from.from.kind === 'name' && from.from.name === 'components') {
        return declarations.resolve(declarations.component(from.key, key) ?? missing(key));
      }
      const whole = declarations.resolve(from);
      const field = whole.kind === 'object' ? whole.fields.get(key) : undefined;
      return field === undefined ? missing(key) : declarations.resolve(field.shape);
    },
  };
  return declarations;

  function missing(key: string): never {
    throw new Error(`${name} speaks of ${key} and does not describe it.`);
  }
}
