import type { Operation } from '../contract/define-operation.ts';
import { type DomainError, invalid, notFound } from '../domain/failure.ts';
import { fromSchema, pathOf } from './failure.ts';

type Path = readonly PropertyKey[];

/** PostgreSQL stores neither NUL nor half a surrogate pair: where the first text with one is. */
function findUnstorable(value: unknown, path: Path = []): Path | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, each] of Object.entries(value)) {
    if (!name.isWellFormed() || name.includes('\0')) return path;
    const found = findUnstorable(each, [...path, Array.isArray(value) ? Number(name) : name]);
    if (found !== null) return found;
  }
  return null;
}

/** An id that no review can have is a review that is not there. */
function refuse(path: Path | undefined, input: unknown, otherwise: DomainError): DomainError {
  const id = typeof input === 'object' && input !== null && 'id' in input ? input.id : undefined;
  return path?.[0] === 'id' && typeof id === 'string' ? notFound() : otherwise;
}

/** The input of an operation as its contract wants it. @throws DomainError `invalid_request`, or `not_found` by its id */
export function readInput(operation: Operation, input: unknown): unknown {
  const parsed = operation.input.safeParse(input);
  if (!parsed.success) {
    const [first, ...more] = parsed.error.issues;
    throw refuse(more.length === 0 ? first?.path : undefined, input, fromSchema(parsed.error));
  }
  const unstorable = findUnstorable(parsed.data);
  if (unstorable !== null) {
    const refused = invalid(pathOf(unstorable), 'This text has a character that cannot be stored. Leave it out.');
    throw refuse(unstorable, input, refused);
  }
  return parsed.data;
}
