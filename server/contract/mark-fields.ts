import type { Stroke } from './strokes.ts';

/** What a reviewer writes on a mark, initially. It has no schema, so that the pages can use it without zod. */
export const emptyFields = {
  body: '',
  must_fix: false,
  strokes: [] as Stroke[],
  reference_image_url: null as string | null,
};
export type MarkFields = typeof emptyFields;
type Some = { [Name in keyof MarkFields]?: MarkFields[Name] | undefined };

const names = Object.keys(emptyFields) as (keyof MarkFields)[];

/** Returns the fields of a mark alone, without those that are left out. */
export function fieldsOf(given: MarkFields): MarkFields;
export function fieldsOf(given: Some): Partial<MarkFields>;
export function fieldsOf(given: Some): Some {
  return Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]));
}

const textOf = (strokes: readonly Stroke[] = []): string =>
  strokes.map(({ kind, points }) => [kind, ...points.map(({ x, y }) => `${x} ${y}`)].join()).join('|');

export const sameFields = (one: Some, other: Some): boolean =>
  one.body === other.body &&
  one.must_fix === other.must_fix &&
  (one.reference_image_url ?? null) === (other.reference_image_url ?? null) &&
  textOf(one.strokes) === textOf(other.strokes);
