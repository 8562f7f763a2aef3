import { crc32, deflateSync } from 'node:zlib';

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Returns an image with detail everywhere, hills below a sky, as a `data:` URL of a PNG of this size in pixels. */
export function exampleImage(width: number, height: number): string {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [across, down] = [x / width, y / height];
      const hill = 0.55 + 0.2 * Math.sin(across * 9) + 0.08 * Math.sin(across * 31);
      const grain = ((x * 7 + y * 13 + x * y) % 11) * 3;
      const colour = down < hill ? [120 + 90 * down, 170 + 50 * down, 235] : [60 + grain, 110 + grain, 50];
      for (const [at, value] of colour.entries()) rows[y * (width * 3 + 1) + 1 + x * 3 + at] = value;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return `data:image/png;base64,${Buffer.concat([signature, ...parts]).toString('base64')}`;
}
