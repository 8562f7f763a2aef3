/**
 * Compares images with published tools, one line of JSON in and one out: `{ tool, before, after, image }`, of which the
 * last three are files, becomes `{ ms, pixels }`, or `{ problem }` where the tool fails.
 */
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { diff } from '@blazediff/core';
import looksSame from 'looks-same';
import odiff from 'odiff-bin';
import sharp from 'sharp';

const server = new odiff.ODiffServer();
/** The colour threshold, equal to that of pixelmatch in `diff.ts`. */
const threshold = 0.1;

const decode = async (path) => {
  const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

const tools = {
  async odiff(before, after, image) {
    const found = await server.compare(before, after, image, { threshold, antialiasing: true });
    return found.match ? 0 : (found.diffCount ?? null);
  },
  async 'looks-same'(before, after, image) {
    const found = await looksSame(before, after, { createDiffImage: true, ignoreCaret: false });
    if (!found.equal) await found.diffImage.save(image);
    return found.equal ? 0 : (found.differentPixels ?? null);
  },
  async '@blazediff/core'(before, after, image) {
    const [a, b] = await Promise.all([decode(before), decode(after)]);
    if (a.width !== b.width || a.height !== b.height) throw new Error('compares images of one size only');
    const output = new Uint8Array(a.data.length);
    const pixels = diff(a.data, b.data, output, a.width, a.height, { threshold });
    await sharp(output, { raw: { width: a.width, height: a.height, channels: 4 } })
      .png()
      .toFile(image);
    return pixels;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { tool, before, after, image } = JSON.parse(line);
  // Reads the files first, so that every tool finds them equally warm in the cache.
  await Promise.all([readFile(before), readFile(after)]);
  const began = performance.now();
  const answer = await tools[tool](before, after, image).then(
    (pixels) => ({ ms: performance.now() - began, pixels }),
    (error) => ({ problem: String(error?.message ?? error) }),
  );
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
server.stop();
