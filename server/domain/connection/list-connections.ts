import { DomainError } from '../failure.ts';

export async function listConnections(): Promise<never> {
  throw new DomainError('unavailable', 'Not built yet.');
}
