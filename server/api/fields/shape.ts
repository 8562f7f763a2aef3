import { z } from 'zod';

export type Path = readonly PropertyKey[];

/** What a field takes, as JSON Schema. */
export interface Shape {
  type?: string;
  enum?: unknown[];
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: Shape | false;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

const known = new WeakMap<z.ZodType, Shape>();

export function shapeOf(schema: z.ZodType): Shape {
  const shape = known.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', reused: 'inline' }) as Shape);
  known.set(schema, shape);
  return shape;
}

/** `images[0].label` */
export const pathOf = (path: Path): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}${text === '' ? '' : '.'}${String(part)}`),
    '',
  );

/** Returns what a field of a shape takes; undefined where there is no such field. */
export function fieldOf(shape: Shape | undefined, name: PropertyKey): Shape | undefined {
  if (shape === undefined) return undefined;
  if (typeof name === 'number') return shape.items ?? firstOf(shape, name);
  const extra = shape.additionalProperties === false ? undefined : shape.additionalProperties;
  return shape.properties?.[String(name)] ?? extra ?? firstOf(shape, name);
}

const firstOf = (shape: Shape, name: PropertyKey): Shape | undefined =>
  shape.anyOf?.map((each) => fieldOf(each, name)).find((each) => each !== undefined);

export const shapeAt = (shape: Shape, path: Path): Shape | undefined => path.reduce<Shape | undefined>(fieldOf, shape);

/** Returns the value at a path; undefined where there is none. */
export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    value,
  );
