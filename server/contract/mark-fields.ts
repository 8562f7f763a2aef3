/** What a reviewer writes on a mark, initially. It has no schema, so that the pages can use it without zod. */
export const emptyFields = { body: '', must_fix: false };
export type MarkFields = typeof emptyFields;
type Some = { [Name in keyof MarkFields]?: MarkFields[Name] | undefined };

const names = Object.keys(emptyFields) as (keyof MarkFields)[];

/** Returns the fields of a mark alone, without those that are left out. */
export function fieldsOf(given: MarkFields): MarkFields;
export function fieldsOf(given: Some): Partial<MarkFields>;
export function fieldsOf(given: Some): Some {
  return Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]));
}

export const sameFields = (one: MarkFields, other: MarkFields): boolean =>
  names.every((name) => one[name] === other[name]);
