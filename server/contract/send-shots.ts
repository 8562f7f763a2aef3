import { type Input, type Output, ServiceError } from './client.ts';

// How clients that read files send many screenshots: the Action and the command line.

/** What one request adds to a review or a baseline. */
export type Addition = Omit<Input<'add_screenshot'>, 'id'>;
/** One image, as a data URL, or one page to capture. */
export type Shot = Omit<Addition, 'images'>;

/** The most images in one creation, and in one addition. */
export const MAX_FIRST_IMAGES = 5;
const MAX_ADDED_IMAGES = 100;
/** The most characters of images and their elements in one request, which may have 64 MB. */
const MAX_LENGTH = 55_000_000;

/** Returns how many of these images, from the first on, one request carries; at least one. */
export function countTogether(shots: readonly Shot[], most: number): number {
  let count = 0;
  for (let length = 0; count < Math.min(most, shots.length); count += 1) {
    length += JSON.stringify(shots[count]).length;
    if (count > 0 && length > MAX_LENGTH) break;
  }
  return count;
}

/** Returns whether the service captures it. */
export const isPage = (shot: Shot): boolean => shot.capture_url === true;

/** Groups what is added by the requests that carry it: many images together, each page alone. */
export function groupShots(shots: readonly Shot[]): Shot[][] {
  const groups: Shot[][] = [];
  for (let at = 0; at < shots.length; ) {
    const page = shots.findIndex((shot, index) => index >= at && isPage(shot));
    const images = shots.slice(at, page < 0 ? undefined : page);
    const group =
      images.length === 0 ? shots.slice(at, at + 1) : images.slice(0, countTogether(images, MAX_ADDED_IMAGES));
    groups.push(group);
    at += group.length;
  }
  return groups;
}

/** Returns what a request that adds such a group says. */
export function toAddition(group: readonly Shot[]): Addition {
  const [first = {}] = group;
  return isPage(first) ? first : { images: group.map(({ image = '', ...shot }) => ({ ...shot, image })) };
}

/** Yields each group of screenshots to add, with the line that announces it; `held` came with the creation. */
export function* withProgress(groups: readonly Shot[][], held = 0): Generator<[Shot[], string]> {
  const total = held + groups.flat().length;
  let done = held;
  for (const group of groups) {
    const [first] = group;
    done += group.length;
    const what = group.length === 1 ? (first?.label ?? first?.page_url) : `${group.length} screenshots`;
    yield [group, `Adding ${what} (${done} of ${total})`];
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns a key that is the same whenever it is made from equal parts. */
export const deriveKey = (...parts: unknown[]): Promise<string> =>
  sha256(new TextEncoder().encode(JSON.stringify(parts)));

const hashOf = (image: string): Promise<string> =>
  sha256(Uint8Array.from(atob(image.slice(image.indexOf(',') + 1)), (character) => character.charCodeAt(0)));

/** Asks the service which of these images it does not have. */
type Ask = (request: Input<'find_missing_images'>) => Promise<Output<'find_missing_images'>>;

interface Sent {
  image?: string | undefined;
  label?: string | undefined;
}

/** Returns the service's error with the labels of the images that it counts: people do not know what is sent together. */
function withLabels(error: unknown, shots: readonly Sent[]): unknown {
  if (!(error instanceof ServiceError)) return error;
  const reword = (text: string): string =>
    text.replace(/`images\[(\d+)\](?:\.image)?`/g, (counted, at) => {
      const label = shots[Number(at)]?.label;
      return label === undefined ? counted : `“${label}”`;
    });
  const errors = error.body.errors?.map(({ path, message }) => ({ path, message: reword(message) }));
  return new ServiceError(error.status, {
    ...error.body,
    message: reword(error.message),
    ...(errors === undefined ? {} : { errors }),
  });
}

/**
 * Sends screenshots with one request, and of their images only those that the service does not have: the others are
 * named by their hash. If one of those was deleted meanwhile, sends all.
 */
export async function sendMissing<Each extends Sent, Answer>(
  ask: Ask,
  shots: readonly Each[],
  send: (shots: Each[]) => Promise<Answer>,
): Promise<Answer> {
  const attempt = (sent: Each[]) =>
    send(sent).catch((error: unknown) => {
      throw withLabels(error, shots);
    });
  const hashes = new Map<string, string>();
  for (const { image } of shots) if (image !== undefined) hashes.set(image, await hashOf(image));
  if (hashes.size === 0) return attempt([...shots]);
  const distinct = [...new Set(hashes.values())];
  const missing = new Set((await ask({ sha256: distinct })).missing);
  const named = shots.map((shot) => {
    const hash = hashes.get(shot.image ?? '');
    return hash === undefined || missing.has(hash) ? shot : { ...shot, image: `sha256:${hash}` };
  });
  try {
    return await attempt(named);
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.status === 422;
    if (!isRefused || missing.size === distinct.length) throw error;
    return attempt([...shots]);
  }
}

/** Creates something with the images in `body`, in the same way. */
export async function sendFirst<
  Body extends { images?: (string | { image: string; label?: string | undefined })[] | undefined },
  Answer,
>(ask: Ask, body: Body, create: (body: Body) => Promise<Answer>): Promise<Answer> {
  const items = (body.images ?? []).map((item): { image: string; label?: string | undefined } =>
    typeof item === 'string' ? { image: item } : item,
  );
  return sendMissing(ask, items, (images) => create(images.length === 0 ? body : { ...body, images }));
}
