import type { GivenElement } from '../../server/contract/element.ts';
import type { Shot, WantedShot } from '../capture/index.ts';
import { ActionError, inputError } from '../error.ts';
import type { FailedShot, Image } from './source.ts';

const maxBytes = 10_000_000;
/** The most bytes that the service accepts for one image's elements. */
const maxElementBytes = 1_400_000;

/** A screenshot to take, with what the review needs to know about it. */
export interface RunnerShot extends WantedShot {
  /** The page it shows, for those who fix it: a path, because only this runner can reach the address. */
  page: string;
}

export interface Captured {
  images: Image[];
  failed: FailedShot[];
}

export interface RunnerOptions {
  /** The time for all screenshots together. */
  milliseconds: number;
  log: (line: string) => void;
  /** Reports what people should know about a screenshot. */
  notice: (line: string) => void;
  warn: (line: string) => void;
}

/**
 * Captures on this runner; the code for it is loaded on demand. What cannot be captured is left out and reported.
 * @throws ActionError when there is no browser, or nothing could be captured
 */
export async function captureOnRunner(
  wanted: RunnerShot[],
  options: RunnerOptions,
  words: (failure: string) => string = (failure) => failure,
): Promise<Captured> {
  const { captureShots } = await import('../capture/index.ts');
  const shots = await captureShots(wanted, options);
  if ('problem' in shots) {
    throw new ActionError(
      `${shots.problem}. Install Google Chrome or Chromium, with the libraries that it needs, in an earlier step, or set the environment variable BROWSER_PATH to one that starts.`,
    );
  }
  const images: Image[] = [];
  const failed: FailedShot[] = [];
  for (const [index, shot] of shots.entries()) {
    const { request, page } = wanted[index] ?? {};
    if (request === undefined || page === undefined) continue;
    if ('failure' in shot) failed.push({ label: shot.label, message: inWordsOfInputs(words(shot.failure)) });
    else if (shot.png.length > maxBytes) failed.push({ label: shot.label, message: 'Its image is over 10 MB.' });
    else {
      for (const notice of shot.notices) options.notice(`${shot.label}: ${inWordsOfInputs(notice)}`);
      images.push(imageOf(shot, request, page));
    }
  }
  const [first] = failed;
  if (images.length === 0 && first !== undefined) {
    throw new ActionError(`No screenshot could be captured. ${first.label}: ${first.message}`);
  }
  return { images, failed };
}

function imageOf(shot: Extract<Shot, { png: Buffer }>, { viewport }: WantedShot['request'], page: string): Image {
  const { name, width, height, scale } = viewport;
  const elements = fitting(shot.elements);
  return {
    label: shot.label,
    image: `data:image/png;base64,${shot.png.toString('base64')}`,
    page_url: page,
    viewport: { name, width, height, scale },
    ...(elements.length > 0 ? { elements } : {}),
  };
}

/** Returns the elements in the shape the service accepts; drops those at the end when they are too large. */
function fitting(found: Extract<Shot, { png: Buffer }>['elements']): GivenElement[] {
  const elements: GivenElement[] = [];
  let bytes = 2;
  for (const { parent: _, ...element } of found) {
    if (element.box.width < 0.5 || element.box.height < 0.5) continue;
    const given = { ...element, selectors: element.selectors.filter(({ selector }) => selector.length <= 1000) };
    bytes += Buffer.byteLength(JSON.stringify(given)) + 1;
    if (bytes > maxElementBytes) break;
    elements.push(given);
  }
  return elements;
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
