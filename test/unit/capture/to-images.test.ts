import { expect, test } from 'vitest';
import { onEveryViewport, toImages } from '../../../server/capture/local/to-images.ts';
import type { Notice } from '../../../server/capture/notice.ts';

const [wanted] = onEveryViewport('/', '/', { url: 'http://localhost:3000/' });
if (wanted === undefined) throw new Error('A page has a view');

/** An element with this many characters of text. */
const elementOf = (length: number) => ({
  ...{ selectors: [], tag: 'p', role: null, accessible_name: null, text: 'x'.repeat(length), outer_html: '' },
  ...{ box: { x: 0, y: 0, width: 10, height: 10 }, styles: {}, parent: null },
});

function noticesOf(elements: ReturnType<typeof elementOf>[], notices: Notice[]): Notice[] | undefined {
  const { images } = toImages(
    [wanted].flatMap((each) => each ?? []),
    [{ label: '/ · desktop', png: Buffer.from('png'), notices, elements }],
  );
  return images[0]?.notices;
}

const failed: Notice = { code: 'failed_scripts', message: '1 script could not be loaded.' };

test('an image carries what its capture noticed, within what the service accepts', () => {
  expect(noticesOf([elementOf(10)], [])).toBeUndefined();
  expect(noticesOf([elementOf(10)], [failed])).toEqual([failed]);
  const many = Array.from({ length: 40 }, (): Notice => ({ code: 'mask_unmatched', message: 'y'.repeat(2000) }));
  const sent = noticesOf([elementOf(10)], [failed, ...many]) ?? [];
  expect([sent.length, sent[0], sent[1]?.message.length]).toEqual([30, failed, 1000]);
});

test('elements that do not fit are dropped, and the image says how many are kept', () => {
  const earlier: Notice = { code: 'elements_incomplete', message: 'Only 2,000 elements of this page are kept.' };
  const notices = noticesOf([elementOf(700_000), elementOf(600_000), elementOf(500_000)], [failed, earlier]);
  expect(notices?.map(({ code }) => code)).toEqual(['failed_scripts', 'elements_incomplete']);
  expect(notices?.[1]?.message).toMatch(/^Only 2 elements of this page are kept/);
});
