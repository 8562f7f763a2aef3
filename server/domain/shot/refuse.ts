import { unusable } from '../failure.ts';

/** Runs a check and turns its error into a 422 that names the field. */
export function refuseAsInvalid(path: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw unusable(path, error instanceof Error ? error.message : 'This address cannot be used.');
  }
}
