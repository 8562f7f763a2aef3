import { DomainError } from '../failure.ts';

export async function createUpload(): Promise<never> {
  throw new DomainError('unavailable', 'Not built yet.');
}
