import { DomainError } from '../failure.ts';

export async function waitForDecision(): Promise<never> {
  throw new DomainError('unavailable', 'Not built yet.');
}
