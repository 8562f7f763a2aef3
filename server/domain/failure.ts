import type { ErrorCode, FieldError } from '../contract/error.ts';

/**
 * An error with which an operation refuses. `api/failure.ts` turns the code into an HTTP status or an MCP tool error.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }
}

/** Returns a 422 that names the field and how to correct it. */
export function invalid(path: string, message: string): DomainError {
  const errors: FieldError[] = [{ path, message }];
  return new DomainError('invalid_request', message, { errors });
}

/** Returns a 422 for a field whose content cannot be used; `reason` is the sentence with which reading it failed. */
export const unusable = (path: string, reason: string): DomainError =>
  invalid(path, `\`${path}\` cannot be used. ${reason}`);

/** Returns the same error for what does not exist and for what belongs to somebody else. */
export function notFound(what = 'review'): DomainError {
  return new DomainError('not_found', `There is no such ${what} here.`);
}

export function wrongState(message: string, details: Record<string, unknown> = {}): DomainError {
  return new DomainError('invalid_state', message, details);
}

/** Runs a check and turns its error into a 422 that names the field. */
export function refuseAsInvalid(path: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw unusable(path, error instanceof Error ? error.message : 'This address cannot be used.');
  }
}
