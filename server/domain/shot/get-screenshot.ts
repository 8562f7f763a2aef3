import { DomainError } from '../failure.ts';

export async function getScreenshot(): Promise<never> {
  throw new DomainError('unavailable', 'Not built yet.');
}
