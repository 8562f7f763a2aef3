import { decoder, refusing } from './decode.ts';

const thumbnailWidth = 400;
const thumbnailMaxHeight = 1_200;

/** Returns the top of an image as WebP, 400 pixels wide (never enlarged) and at most 1200 tall. Throws ImageRefused. */
export const thumbnail = refusing(async (bytes: Uint8Array): Promise<Buffer> => {
  const { width: fullWidth, height: fullHeight } = await decoder(bytes).metadata();
  const width = Math.min(thumbnailWidth, fullWidth);
  const top = Math.min(fullHeight, Math.ceil((thumbnailMaxHeight * fullWidth) / width));
  return await decoder(bytes)
    .extract({ left: 0, top: 0, width: fullWidth, height: top })
    .resize({
      width,
      height: Math.max(1, Math.min(thumbnailMaxHeight, Math.round((top * width) / fullWidth))),
      fit: 'fill',
    })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
});

const overviewWidth = 96;
const overviewMaxHeight = 1_600;

/** Returns all of an image as WebP, at most 96 pixels wide and 1600 tall. Throws ImageRefused. */
export const overview = refusing(async (bytes: Uint8Array): Promise<Buffer> => {
  return await decoder(bytes)
    .resize({ width: overviewWidth, height: overviewMaxHeight, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
});
