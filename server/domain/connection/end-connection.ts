import { DomainError } from '../failure.ts';

export async function endConnection(): Promise<never> {
  throw new DomainError('unavailable', 'Not built yet.');
}
