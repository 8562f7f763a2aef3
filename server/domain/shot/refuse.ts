import { unusable } from '../failure.ts';

/** Runs a check; what it throws becomes a 422 that names the field. */
export function refuseAsInvalid(path: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw unusable(path, error instanceof Error ? error.message : 'This address cannot be used.');
  }
}
