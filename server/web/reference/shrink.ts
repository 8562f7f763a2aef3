import { reference as words } from './strings.ts';

/** The long edge in pixels that shows enough of how something should look. */
const LONG_EDGE = 1_600;
/** The longest data URL of an image: a device keeps about five million characters for all its drafts. */
export const MAX_CHARACTERS = 600_000;
const qualities = [0.9, 0.7, 0.5];

export type Shrunk = { url: string } | { problem: string };

export const isImage = ({ type }: Pick<File, 'type'>): boolean => /^image\/(png|jpeg|webp)$/.test(type);

/** Returns the size within the long edge. */
export function sizeWithin({ width, height }: { width: number; height: number }, edge = LONG_EDGE) {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Makes an image small enough to be kept on the device, as a data URL without the file's metadata. */
export async function shrink(file: File): Promise<Shrunk> {
  if (!isImage(file)) return { problem: words.kind };
  const image = await createImageBitmap(file).catch(() => null);
  if (image === null) return { problem: words.unreadable };
  const canvas = document.createElement('canvas');
  Object.assign(canvas, sizeWithin(image));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  for (const quality of qualities) {
    // A browser that cannot write WebP answers with a PNG.
    for (const type of ['image/webp', 'image/jpeg']) {
      const url = canvas.toDataURL(type, quality);
      if (url.startsWith(`data:${type}`) && url.length <= MAX_CHARACTERS) return { url };
    }
  }
  return { problem: words.large };
}
