import type { ErrorCode, FieldError } from '../contract/error.ts';

/** What an operation refuses with. `api/failure.ts` turns the code into an HTTP status or an MCP tool error. */
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

/** 422 that names the field and how to repair it. */
export function invalid(path: string, message: string): DomainError {
  const errors: FieldError[] = [{ path, message }];
  return new DomainError('invalid_request', message, { errors });
}

/** 422 for a field whose content cannot be used, for the `reason` that what reads it gave in a sentence. */
export const unusable = (path: string, reason: string): DomainError =>
  invalid(path, `\`${path}\` cannot be used. ${reason}`);

/** The same answer for what does not exist and for what belongs to somebody else. */
export function notFound(what = 'review'): DomainError {
  return new DomainError('not_found', `There is no such ${what} here.`);
}

export function wrongState(message: string, details: Record<string, unknown> = {}): DomainError {
  return new DomainError('invalid_state', message, details);
}
