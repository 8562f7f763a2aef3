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
    [{ label: '/ · desktop', png: Buffer.from('png'), notices, elements, sources: null }],
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

test('an image says where its elements come from, by the elements that are kept', () => {
  const small = { ...elementOf(1), box: { x: 0, y: 0, width: 0.2, height: 10 } };
  const elements = [elementOf(1), small, { ...elementOf(2), parent: 1 as number | null }].map((each, at) =>
    at === 1 ? { ...each, parent: 0 as number | null } : each,
  );
  const sources = {
    ...{ files: ['src/a.css'], names: [], rules: [], lists: [[]] },
    places: [[0, 0, 1, 1, 2] as [number, number, number, number, number]],
    elements: [
      [0, 0, 0],
      [0, 0],
      [0, 0, 0],
    ],
  };
  const shot = { label: '/ · desktop', png: Buffer.from('png'), notices: [], elements };
  const send = (given: typeof sources | null) => toImages([wanted], [{ ...shot, sources: given }]).images[0];
  expect(send(sources)?.sources).toEqual({
    ...sources,
    elements: [
      [0, 0, 0],
      [0, 0, 0],
    ],
    parents: [-1, 0],
  });
  expect(send(null)?.sources).toBeUndefined();
  expect(send({ ...sources, files: ['x'.repeat(500_000)] })?.sources).toBeUndefined();
});
