/** A type as the generated declarations write it. */
export type Shape =
  | { kind: 'object'; fields: ReadonlyMap<string, { optional: boolean; shape: Shape }>; rest: Shape | null }
  | { kind: 'array'; of: Shape }
  | { kind: 'union'; of: Shape[] }
  | { kind: 'both'; of: Shape[] }
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'name'; name: string }
  | { kind: 'path'; from: Shape; key: string };

const token = /(?:\s|\/\*[\s\S]*?\*\/)*("(?:[^"\\]|\\.)*"|[\w$]+|[^\s\w])/y;

/**
 * Parses the type that begins at `position`. Supports what openapi-typescript writes (objects, arrays, tuples, unions,
 * intersections, literals, `Record`, `OneOf`, indexed access) and throws on anything else.
 */
export function parseShape(text: string, position: number): Shape {
  let at = position;
  const read = (): { word: string; end: number } => {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) throw new Error(`The published types end unexpectedly at ${at}.`);
    return { word: match[1] ?? '', end: token.lastIndex };
  };
  const peek = () => read().word;
  const next = () => {
    const { word, end } = read();
    at = end;
    return word;
  };
  const take = (wanted: string): boolean => {
    if (peek() !== wanted) return false;
    next();
    return true;
  };
  const expect = (wanted: string) => {
    const word = next();
    if (word !== wanted) throw new Error(`The published types say ${word} where ${wanted} was expected, at ${at}.`);
  };

  const list = (separator: string, item: () => Shape, kind: 'union' | 'both'): Shape => {
    take(separator);
    const of = [item()];
    while (take(separator)) of.push(item());
    return of.length === 1 && of[0] !== undefined ? of[0] : { kind, of };
  };
  const union = (): Shape => list('|', () => list('&', indexed, 'both'), 'union');

  function indexed(): Shape {
    let shape = plain();
    while (take('[')) {
      if (take(']')) shape = { kind: 'array', of: shape };
      else {
        shape = { kind: 'path', from: shape, key: unquote(next()) };
        expect(']');
      }
    }
    return shape;
  }

  function plain(): Shape {
    const word = next();
    if (word === '{') return members();
    if (word === '(') return closing(union(), ')');
    if (word === '[') return { kind: 'array', of: { kind: 'union', of: several(']') } };
    if (word.startsWith('"')) return { kind: 'literal', value: unquote(word) };
    if (word === '-') return { kind: 'literal', value: -Number(next()) };
    if (/^\d/.test(word)) return { kind: 'literal', value: Number(word) };
    if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' };
    if (word === 'null') return { kind: 'literal', value: null };
    if (word === 'OneOf') {
      expect('<');
      expect('[');
      return closing({ kind: 'union', of: several(']') }, '>');
    }
    if (word === 'Record') {
      expect('<');
      several('>');
      // An object type without further detail.
      return { kind: 'object', fields: new Map(), rest: { kind: 'name', name: 'unknown' } };
    }
    if (!/^\w+$/.test(word)) throw new Error(`The published types hold ${word} at ${at}, which is not understood.`);
    return { kind: 'name', name: word };
  }

  function closing(shape: Shape, end: string): Shape {
    expect(end);
    return shape;
  }

  function several(end: string): Shape[] {
    const of: Shape[] = [];
    while (!take(end)) {
      of.push(union());
      take(',');
    }
    return of;
  }

  function members(): Shape {
    const fields = new Map<string, { optional: boolean; shape: Shape }>();
    let rest: Shape | null = null;
    while (!take('}')) {
      const key = next();
      if (key === '[') {
        while (next() !== ']');
        expect(':');
        rest = union();
      } else {
        const optional = take('?');
        expect(':');
        fields.set(unquote(key), { optional, shape: union() });
      }
      take(';');
    }
    return { kind: 'object', fields, rest };
  }

  return union();
}

const unquote = (word: string): string => (word.startsWith('"') ? String(JSON.parse(word)) : word);
