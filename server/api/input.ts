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

/** Returns `not_found` for an id that no review or baseline can have; otherwise `otherwise`. */
function refuse({ group }: Operation, path: Path | undefined, input: unknown, otherwise: DomainError): DomainError {
  const id = typeof input === 'object' && input !== null && 'id' in input ? input.id : undefined;
  return path?.[0] === 'id' && typeof id === 'string'
    ? notFound(group === 'Baselines' ? 'baseline' : 'review')
    : otherwise;
}

/** The most issues that an answer explains. Anybody can send a request with a million of them. */
const MAX_EXPLAINED = 100;

/** Converts the schema's first issues into one error with an entry for each field. */
function fromSchema(operation: Operation, input: unknown, issues: readonly Issue[]): DomainError {
  const found = issues.slice(0, MAX_EXPLAINED).flatMap((issue) => sentencesOf(shapeOf(operation.input), input, issue));
  const refusals = [...new Map(found.toReversed().map((each) => [pathOf(each.path), each])).values()].toReversed();
  const errors = refusals.map(({ path, message }) => ({ path: pathOf(path), message }));
  return new DomainError('invalid_request', firstSentence(input, refusals), { errors });
}

/**
 * Returns the input of an operation in the form of its contract. @throws DomainError `invalid_request`, or `not_found`
 * for an impossible id
 */
export function readInput(operation: Operation, input: unknown): unknown {
  const parsed = operation.input.safeParse(input);
  if (!parsed.success) {
    const [first, ...more] = parsed.error.issues;
    throw refuse(
      operation,
      more.length === 0 ? first?.path : undefined,
      input,
      fromSchema(operation, input, parsed.error.issues),
    );
  }
  const unstorable = findUnstorable(parsed.data);
  if (unstorable !== null) {
    const at = pathOf(unstorable);
    const refused = invalid(
      at,
      `\`${at}\` has a character that cannot be stored (NUL or half an emoji). Leave it out.`,
    );
    throw refuse(operation, unstorable, input, refused);
  }
  return parsed.data;
}
