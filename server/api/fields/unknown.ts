import type { FieldError } from '../../contract/error.ts';
import { type Path, pathOf, type Shape } from './shape.ts';

/** The most warnings of one answer; more would add nothing. */
const MAX_WARNINGS = 20;

/** Returns how many letters must be inserted, removed, replaced or swapped to turn one word into the other. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const differs = one[i - 1] === other[j - 1] ? 0 : 1;
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const steps = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + differs];
      next.push(Math.min(...steps, ...(isSwapped ? [(before[j - 2] ?? 0) + 1] : [])));
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Returns the known field that was probably meant; null when none is close. */
function meant(name: string, known: readonly string[]): string | null {
  const given = plain(name.slice(0, 60));
  const near = known
    .map((each) => ({ each, steps: distance(given, plain(each)) }))
    .sort((a, b) => a.steps - b.steps)
    .at(0);
  return near !== undefined && near.steps <= Math.min(2, Math.floor(given.length / 3)) ? near.each : null;
}

function* unknownIn(shape: Shape | undefined, value: unknown, path: Path): Generator<FieldError> {
  if (shape === undefined || typeof value !== 'object' || value === null) return;
  if (shape.anyOf !== undefined) {
    const type = Array.isArray(value) ? 'array' : 'object';
    yield* unknownIn(
      shape.anyOf.find((each) => each.type === type),
      value,
      path,
    );
  } else if (Array.isArray(value)) {
    for (const [at, each] of value.entries()) yield* unknownIn(shape.items, each, [...path, at]);
  } else if (shape.properties !== undefined) {
    for (const [name, each] of Object.entries(value)) {
      const field = Object.hasOwn(shape.properties, name) ? shape.properties[name] : undefined;
      if (field !== undefined) yield* unknownIn(field, each, [...path, name]);
      else {
        const known = meant(name, Object.keys(shape.properties));
        const message = known === null ? 'Unknown field; it was ignored.' : `Unknown field; did you mean ${known}?`;
        yield { path: pathOf([...path, name.slice(0, 100)]), message };
      }
    }
  }
}

/** Returns the unknown fields of a request, each with the one that was meant where that is clear. */
export function unknownFields(shape: Shape, input: unknown): FieldError[] {
  const found: FieldError[] = [];
  for (const each of unknownIn(shape, input, [])) {
    found.push(each);
    if (found.length === MAX_WARNINGS) break;
  }
  return found;
}
