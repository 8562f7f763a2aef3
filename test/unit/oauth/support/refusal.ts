import { DomainError } from '../../../../server/domain/failure.ts';

/** Returns the refusal that `work` throws; null when it throws none. */
export function refusalOf(work: () => unknown): DomainError | null {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  return null;
}
