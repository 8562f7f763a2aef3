import sharp, { type Sharp } from 'sharp';

/** Returns a small image in which neighbouring pixels differ. */
function image(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const data = Buffer.alloc(width * height * channels);
  for (let at = 0; at < data.length; at += 1) data[at] = (at * 37 + (at % 11) * 13) % 256;
  return sharp(data, { raw: { width, height, channels } });
}

async function animated(): Promise<Buffer> {
  const frames = await Promise.all([image(20, 16), image(20, 16).negate()].map((frame) => frame.png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer();
}

/** Whole files of the three formats, in each variant that decoders treat differently. */
export async function seeds() {
  const [rgb, alpha, palette, deep, interlaced, grey] = await Promise.all([
    image(24, 18)
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .png()
      .toBuffer(),
    image(20, 16, 4).png().toBuffer(),
    image(24, 18).png({ palette: true, colours: 16 }).toBuffer(),
    image(16, 12).toColourspace('rgb16').png().toBuffer(),
    image(24, 18).png({ progressive: true }).toBuffer(),
    image(24, 18).greyscale().png().toBuffer(),
  ]);
  const [baseline, progressive, cmyk, turned, single] = await Promise.all([
    image(40, 32).jpeg().toBuffer(),
    image(40, 32).jpeg({ progressive: true }).toBuffer(),
    image(40, 32).toColourspace('cmyk').jpeg().toBuffer(),
    image(40, 32).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    image(40, 32).greyscale().jpeg().toBuffer(),
  ]);
  const [lossy, lossless, clear, frames, tagged] = await Promise.all([
    image(40, 32).webp().toBuffer(),
    image(24, 18).webp({ lossless: true }).toBuffer(),
    image(20, 16, 4).webp().toBuffer(),
    animated(),
    image(20, 16)
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .webp()
      .toBuffer(),
  ]);
  return {
    png: { rgb, alpha, palette, deep, interlaced, grey },
    jpeg: { baseline, progressive, cmyk, turned, single },
    webp: { lossy, lossless, clear, frames, tagged },
  };
}
