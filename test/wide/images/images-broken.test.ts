import sharp from 'sharp';
import { expect, test } from 'vitest';
import { compare, ImageRefused, inspectImage, readImage, thumbnail } from '../../../server/adapters/images/index.ts';
import { brokenImages } from '../../support/broken-images/index.ts';

const number = new Intl.NumberFormat('en');
const files = await brokenImages();
const good = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#345' } })
  .png()
  .toBuffer();

/** Returns whether it was accepted or refused; throws anything else. */
async function outcome<T>(work: Promise<T>): Promise<T | ImageRefused> {
  return work.catch((error: unknown) => {
    if (error instanceof ImageRefused) return error;
    throw error;
  });
}

test('broken files are refused in words, or become images of their stated size', async () => {
  const refusals = new Map<string, number>();
  let taken = 0;
  for (const { name, bytes } of files) {
    const safe = await outcome(readImage(bytes));
    if (safe instanceof ImageRefused) {
      refusals.set(safe.code, (refusals.get(safe.code) ?? 0) + 1);
      expect(safe.message, name).toMatch(/^[A-Z].*\.$/);
      expect(safe.message, name).not.toMatch(/vips|png:|spng|libpng|sharp|undefined|NaN/i);
      continue;
    }
    taken += 1;
    const { info } = await sharp(safe.bytes, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height], name).toEqual([safe.width, safe.height]);
    expect(safe.sha256, name).toMatch(/^[0-9a-f]{64}$/);
    expect(safe.bytes.includes('<script>'), name).toBe(false);
  }
  const counts = [...refusals].map(([code, count]) => `${code} ${number.format(count)}`).join(', ');
  console.log(`${number.format(files.length)} broken images: ${number.format(taken)} taken, ${counts}, 0 other errors`);
  expect(files.length).toBeGreaterThanOrEqual(400);
  expect(taken).toBeGreaterThan(0);
  expect(refusals.get('broken')).toBeGreaterThan(200);
});

test('every other operation on broken images fails in the same way', async () => {
  let calls = 0;
  for (const { bytes } of files.filter((_, at) => at % 5 === 0)) {
    await outcome(inspectImage(bytes));
    await outcome(readImage(bytes, { hasty: true }));
    await outcome(thumbnail(bytes));
    await outcome(compare(good, bytes));
    calls += 4;
  }
  console.log(`${number.format(calls)} other uses of broken images: 0 other errors`);
  expect((await readImage(good)).width).toBe(30);
});
