import { type LocalShot, toImages } from '../../server/capture/local/to-images.ts';
import { ActionError, inputError } from '../error.ts';
import type { FailedShot, Image } from './source.ts';

export interface Captured {
  images: Image[];
  failed: FailedShot[];
}

export interface RunnerOptions {
  /** The time for all screenshots together. */
  milliseconds: number;
  log: (line: string) => void;
  warn: (line: string) => void;
}

/**
 * Captures on this runner; the code for it is loaded on demand. What cannot be captured is left out and reported.
 * @throws ActionError when there is no browser, or nothing could be captured
 */
export async function captureOnRunner(
  wanted: LocalShot[],
  options: RunnerOptions,
  words: (failure: string) => string = (failure) => failure,
): Promise<Captured> {
  const { captureShots } = await import('../../server/capture/local/index.ts');
  const shots = await captureShots(wanted, { ...options, mayDownload: true });
  if ('problem' in shots) {
    throw new ActionError(
      `${shots.problem}. Install Google Chrome or Chromium, with the libraries that it needs, in an earlier step, or set the environment variable BROWSER_PATH to one that starts.`,
    );
  }
  const { images, ...rest } = toImages(wanted, shots);
  const failed = rest.failed.map(({ label, message }) => ({ label, message: inWordsOfInputs(words(message)) }));
  const [first] = failed;
  if (images.length === 0 && first !== undefined) {
    throw new ActionError(`No screenshot could be captured. ${first.label}: ${first.message}`);
  }
  return { images, failed };
}

/** Rewords messages of the capture, which name the service's fields, in terms of the inputs. */
const inWordsOfInputs = (words: string): string =>
  words.replaceAll('`wait_for`', '`wait-for`').replaceAll('`page_url`', '`paths`');

/** Requires that a review can have as many screenshots. @throws ActionError otherwise */
export function requireCapacity(input: 'paths' | 'stories', count: number, most: number, what: string): void {
  if (count <= most) return;
  throw inputError(
    input,
    `${count} ${what} are too many for one review, which holds ${most}. Choose fewer, or use several steps with a "name" each.`,
  );
}
