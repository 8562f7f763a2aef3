import sharp from 'sharp';

const drawn = new Map<string, Promise<string>>();

/** Returns a page-like image as a data URL: a title, a coloured button, and lines down to its end. Cached. */
export function pageImage(width: number, height: number, button: string): Promise<string> {
  const key = `${width} ${height} ${button}`;
  const image = drawn.get(key) ?? draw(width, height, button);
  drawn.set(key, image);
  return image;
}

async function draw(width: number, height: number, button: string): Promise<string> {
  const lines = Array.from({ length: Math.floor((height - 260) / 40) }, (_, row) => {
    return `<rect x="40" y="${240 + row * 40}" width="${width * (0.4 + ((row * 37) % 50) / 100)}" height="12" fill="#c9ccd4"/>`;
  }).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#fff"/><rect x="40" y="48" width="${width / 2}" height="36" fill="#23262e"/>
    <rect x="40" y="130" width="180" height="56" rx="8" fill="${button}"/>${lines}</svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
