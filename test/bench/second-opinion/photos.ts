import sharp from 'sharp';

/** Colours of sky, far and near, as `#rrggbb`. */
type Palette = readonly [sky: string, far: string, near: string];

export const palettes = {
  hills: ['#9cc4e8', '#6f9a6a', '#37592f'],
  dusk: ['#f0b48a', '#7b5a86', '#2c2340'],
  kitchen: ['#f3e3c7', '#c48a4f', '#6b3d22'],
  sea: ['#cfe5ee', '#4d93ad', '#164a63'],
  desk: ['#dcd7cf', '#8d8579', '#43403b'],
} as const satisfies Record<string, Palette>;

/**
 * Returns a photograph-like JPEG of this size in pixels as a data URL: layers of one palette with the grain and the
 * soft edges of a camera. The same name gives the same image.
 */
export async function photo(name: keyof typeof palettes, width: number, height: number, seed = 7): Promise<string> {
  const [sky, far, near] = palettes[name];
  const line = (base: number, wave: number): string =>
    Array.from({ length: 25 }, (_, at) => {
      const x = (at / 24) * 600;
      return `${x},${base + wave * Math.sin(at * 0.7 + seed) + (wave / 3) * Math.sin(at * 2.3 + seed)}`;
    }).join(' ');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 600 400" preserveAspectRatio="xMidYMid slice">
    <filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="2" seed="${seed}"/>
    <feColorMatrix values="0 0 0 0 0.5  0 0 0 0 0.5  0 0 0 0 0.5  0 0 0 0.5 0"/></filter>
    <filter id="stone" x="0" y="0" width="100%" height="100%"><feTurbulence type="turbulence" baseFrequency="0.03 0.09" numOctaves="4" seed="${seed + 1}"/>
    <feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 0.7 0"/></filter>
    <rect width="600" height="400" fill="${sky}"/><circle cx="${120 + seed * 30}" cy="90" r="42" fill="#fff8e0"/>
    <polygon points="0,400 ${line(190, 40)} 600,400" fill="${far}"/><polygon points="0,400 ${line(290, 28)} 600,400" fill="${near}"/>
    <rect width="600" height="400" filter="url(#stone)" opacity=".45"/><rect width="600" height="400" filter="url(#grain)" opacity=".35"/></svg>`;
  const bytes = await sharp(Buffer.from(svg)).jpeg({ quality: 78 }).toBuffer();
  return `data:image/jpeg;base64,${bytes.toString('base64')}`;
}
