import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Output, ServiceError } from '../contract/client.ts';
import { writePrivate } from './private-file.ts';
import { retry } from './retry.ts';

type Everything = Pick<Output<'export_workspace'>, 'reviews' | 'baselines'>;

/** How many images are loaded at the same time. */
const AT_ONCE = 4;
const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** Loads an image or a PDF, and tells which it is. */
export async function load(url: string): Promise<{ bytes: Uint8Array; ending: string }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(120_000) }).catch(() => null);
  const bytes = (await response?.arrayBuffer().catch(() => null)) ?? null;
  if (response === null || bytes === null) throw new ServiceError(0, {});
  const ending = endings[response.headers.get('content-type') ?? ''];
  if (response.ok && ending !== undefined) return { bytes: new Uint8Array(bytes), ending };
  throw new ServiceError(response.ok ? 502 : response.status, {});
}

/** Loads an image from the first of its addresses at which it still is; null when it was deleted meanwhile. */
async function loadFirst(urls: readonly string[], note: (text: string) => void) {
  for (const url of urls) {
    try {
      return await retry(() => load(url), { note });
    } catch (error) {
      if (!(error instanceof ServiceError && error.status === 404)) throw error;
    }
  }
  return null;
}

/**
 * Saves the screenshots of reviews and baselines as `<sha256>.<format>`, each image once. What is there already is not
 * loaded again. Returns how many there are now, and how many were deleted meanwhile.
 */
export async function saveImages(
  { reviews, baselines }: Everything,
  folder: string,
  note: (text: string) => void,
): Promise<{ images: number; missing: number }> {
  const addresses = new Map<string, string[]>();
  for (const { sha256, url } of [...reviews, ...baselines].flatMap(({ screenshots }) => screenshots)) {
    const name = basename(sha256);
    addresses.set(name, [...(addresses.get(name) ?? []), url]);
  }
  const there = new Set((await readdir(folder).catch(() => [])).map((name) => name.replace(/\.\w+$/, '')));
  const left = [...addresses].filter(([name]) => !there.has(name)).values();
  let missing = 0;
  const saveLeft = async (): Promise<void> => {
    for (const [name, urls] of left) {
      const image = await loadFirst(urls, note);
      if (image === null) missing += 1;
      else await writePrivate(join(folder, `${name}.${image.ending}`), image.bytes);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, saveLeft));
  return { images: addresses.size - missing, missing };
}
