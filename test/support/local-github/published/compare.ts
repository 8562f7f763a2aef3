import type { Declarations } from './declarations.ts';
import type { Shape } from './parse.ts';

type Fields = Extract<Shape, { kind: 'object' }>;

/** `request`: required fields must be present. `answer`: no field is required, but every field must be published. */
export type Side = 'request' | 'answer';

/** One difference between a value and a published type. */
export interface Complaint {
  at: ReadonlyArray<string | number>;
  says: string;
}

export const noSuchField = 'no such field is published';

/** Returns how a value differs from a published type; empty when it fits. Ignores formats of strings. */
export function compare(
  declarations: Declarations,
  value: unknown,
  shape: Shape,
  side: Side,
  at: Complaint['at'] = [],
): Complaint[] {
  let closest: Complaint[] | undefined;
  for (const alternative of expand(declarations, shape)) {
    const found = compareOne(declarations, value, alternative, side, at);
    if (found.length === 0) return [];
    if (closest === undefined || rank(found, at) < rank(closest, at)) closest = found;
  }
  return closest ?? [{ at, says: 'nothing is published' }];
}

// An alternative of the same kind as the value gives a better explanation than one of another kind.
const rank = (found: Complaint[], at: Complaint['at']) =>
  found.length + (found.some((complaint) => complaint.at.length === at.length) ? 1e6 : 0);

/** Returns the alternatives of a type; intersections of objects become one object. */
function expand(declarations: Declarations, given: Shape): Shape[] {
  const shape = declarations.resolve(given);
  if (shape.kind === 'union') return shape.of.flatMap((one) => expand(declarations, one));
  if (shape.kind !== 'both') return [shape];
  return shape.of
    .map((one) => expand(declarations, one))
    .reduce((left, right) => left.flatMap((one) => right.map((other) => merge(one, other))));
}

function merge(left: Shape, right: Shape): Shape {
  if (left.kind !== 'object') return right;
  if (right.kind !== 'object') return left;
  return { kind: 'object', fields: new Map([...left.fields, ...right.fields]), rest: left.rest ?? right.rest };
}

function compareOne(
  declarations: Declarations,
  value: unknown,
  shape: Shape,
  side: Side,
  at: Complaint['at'],
): Complaint[] {
  const no = (wanted: string) => [{ at, says: `${kindOf(value)} instead of ${wanted}` }];
  switch (shape.kind) {
    case 'literal':
      return value === shape.value ? [] : [{ at, says: `${show(value)} is not published` }];
    case 'array':
      if (!Array.isArray(value)) return no('a list');
      return value.flatMap((item, index) => compare(declarations, item, shape.of, side, [...at, index]));
    case 'object':
      return kindOf(value) === 'object' ? compareFields(declarations, Object(value), shape, side, at) : no('an object');
    case 'name':
      if (shape.name === 'unknown' || shape.name === 'any') return [];
      if (shape.name === 'bigint') return typeof value === 'number' ? [] : no('a number');
      return kindOf(value) === shape.name ? [] : no(shape.name);
    default:
      return no(shape.kind);
  }
}

function compareFields(
  declarations: Declarations,
  value: object,
  shape: Fields,
  side: Side,
  at: Complaint['at'],
): Complaint[] {
  const found: Complaint[] = [];
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const known = shape.fields.get(key)?.shape ?? shape.rest;
    if (known === null) found.push({ at: [...at, key], says: noSuchField });
    else found.push(...compare(declarations, item, known, side, [...at, key]));
  }
  if (side === 'request') {
    for (const [key, { optional }] of shape.fields) {
      if (!optional && !(key in value)) found.push({ at: [...at, key], says: 'is missing' });
    }
  }
  return found;
}

/** Returns the value without unpublished fields, and without nulls where the type has none. */
export function prune(value: unknown, complaints: readonly Complaint[]): unknown {
  const copy: unknown = structuredClone(value);
  for (const { at, says } of complaints) {
    let owner: unknown = copy;
    for (const key of at.slice(0, -1)) owner = Reflect.get(Object(owner), key);
    const last = at.at(-1);
    if (typeof owner !== 'object' || owner === null || typeof last !== 'string') continue;
    if (says === noSuchField || Reflect.get(owner, last) === null) Reflect.deleteProperty(owner, last);
  }
  return copy;
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);
const show = (value: unknown) => (typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : kindOf(value));
