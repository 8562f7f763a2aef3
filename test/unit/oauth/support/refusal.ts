import { DomainError } from '../../../../server/domain/failure.ts';

/** The refusal that `work` ends with; null when it is let through. */
export function refusalOf(work: () => unknown): DomainError | null {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  return null;
}
