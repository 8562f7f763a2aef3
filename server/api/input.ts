import type { z } from 'zod';
import type { Operation } from '../contract/define-operation.ts';
import { DomainError, invalid, notFound } from '../domain/failure.ts';
import { firstSentence, type Issue, sentencesOf } from './fields/sentence.ts';
import { type Path, pathOf, shapeOf } from './fields/shape.ts';

/** Returns where the first text is that PostgreSQL cannot store, because it contains NUL or half a surrogate pair. */
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

/** Returns `not_found` for an id that no review can have; otherwise `otherwise`. */
function refuse(path: Path | undefined, input: unknown, otherwise: DomainError): DomainError {
  const id = typeof input === 'object' && input !== null && 'id' in input ? input.id : undefined;
  return path?.[0] === 'id' && typeof id === 'string' ? notFound() : otherwise;
}

/** Returns the text at a path of a value, and a function that replaces it. */
function textAt(value: unknown, path: Path): { text: string; put(text: string): void } | null {
  const [last, ...above] = [...path].reverse();
  const holder = above.reduceRight<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    value,
  );
  if (last === undefined || typeof holder !== 'object' || holder === null) return null;
  const text: unknown = Reflect.get(holder, last);
  return typeof text === 'string' ? { text, put: (other) => void Reflect.set(holder, last, other) } : null;
}

/**
 * Returns whether a text that the schema finds too long has no more characters than the contract allows. JavaScript
 * counts some characters, such as emoji, as several units.
 */
const isShortEnough = (issue: Issue, input: unknown): boolean =>
  issue.code === 'too_big' &&
  issue.origin === 'string' &&
  [...(textAt(input, issue.path)?.text.trim() ?? '')].length <= Number(issue.maximum);

/**
 * Checks the input against the contract with texts measured in characters, as JSON Schema counts them. The schema
 * itself counts UTF-16 units, so texts that only it finds too long are replaced while the rest is checked.
 */
function parse(operation: Operation, input: unknown): z.ZodSafeParseResult<unknown> {
  const parsed = operation.input.safeParse(input);
  if (parsed.success) return parsed;
  const long = parsed.error.issues.filter((issue) => isShortEnough(issue, input));
  if (long.length === 0) return parsed;
  const copy: unknown = structuredClone(input);
  for (const { path, ...issue } of long) {
    const units = issue.code === 'too_big' ? Number(issue.maximum) : 1;
    textAt(copy, path)?.put('x'.repeat(units));
  }
  const again = operation.input.safeParse(copy);
  if (again.success) for (const { path } of long) textAt(again.data, path)?.put(textAt(input, path)?.text.trim() ?? '');
  return again;
}

/** Converts the schema's issues into one error with an entry for each field. */
function fromSchema(operation: Operation, input: unknown, issues: readonly Issue[]): DomainError {
  const found = issues.flatMap((issue) => sentencesOf(shapeOf(operation.input), input, issue));
  const refusals = [...new Map(found.toReversed().map((each) => [pathOf(each.path), each])).values()].toReversed();
  const errors = refusals.map(({ path, message }) => ({ path: pathOf(path), message }));
  return new DomainError('invalid_request', firstSentence(input, refusals), { errors });
}

/**
 * Returns the input of an operation in the form of its contract. @throws DomainError `invalid_request`, or `not_found`
 * for an impossible id
 */
export function readInput(operation: Operation, input: unknown): unknown {
  const parsed = parse(operation, input);
  if (!parsed.success) {
    const [first, ...more] = parsed.error.issues;
    throw refuse(more.length === 0 ? first?.path : undefined, input, fromSchema(operation, input, parsed.error.issues));
  }
  const unstorable = findUnstorable(parsed.data);
  if (unstorable !== null) {
    const at = pathOf(unstorable);
    const refused = invalid(
      at,
      `\`${at}\` has a character that cannot be stored (NUL or half an emoji). Leave it out.`,
    );
    throw refuse(unstorable, input, refused);
  }
  return parsed.data;
}
