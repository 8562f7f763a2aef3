import sharp from 'sharp';

const WIDTH = 1440;
const HEIGHT = 1200;

/** Draws an image like a page: plain areas, lines of text, and one photograph with this number of rows. */
async function pageLike(photoRows: number): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3, 0xfa);
  let seed = 1;
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const at = (y * WIDTH + x) * 3;
      if (y < photoRows) {
        for (let c = 0; c < 3; c += 1) pixels[at + c] = 60 + (x >> 4) + (y >> 3) + Math.floor(random() * 24);
      } else if (y % 24 < 12 && x > 200 && x < 1200 && random() < 0.3) pixels.fill(0x33, at, at + 3);
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer();
}

/** Returns such an image as a data URL of about this many characters. */
export async function dataUrlOf(length: number): Promise<string> {
  let rows = 100;
  let url = '';
  for (let step = 64; step >= 1; step /= 2) {
    url = `data:image/png;base64,${(await pageLike(rows)).toString('base64')}`;
    rows = Math.max(0, rows + (url.length < length ? step : -step));
  }
  return url;
}
