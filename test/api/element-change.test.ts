import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { PixelBox } from '../../server/domain/port-types.ts';
import { decide, mark, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';

const [width, height] = [400, 300];
const link = { width: 80, height: 20 };

/** Draws each word of a line as a block. */
const line = (x: number, y: number, words: number): string =>
  Array.from({ length: words }, (_, at) => `<rect x="${x + at * 45}" y="${y}" width="${30 + at}" height="14"/>`).join(
    '',
  );

/** A heading of several lines, a link below it at the left or right, and a column beside them that does not move. */
async function page(lines: number, left: number, colour: string) {
  const top = 20 + lines * 24;
  const heading = Array.from({ length: lines }, (_, at) => line(20, 20 + at * 24, 4 - at)).join('');
  const column = Array.from({ length: 10 }, (_, at) => line(300, 30 + at * 26, 2)).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#fff"/>${heading}${column}
    <rect x="${left}" y="${top}" width="${link.width}" height="${link.height}" fill="${colour}"/>
    <rect x="${left + 10}" y="${top + 6}" width="50" height="8" fill="#fff"/></svg>`;
  const about = (tag: string, role: string, text: string, box: PixelBox) => ({
    tag,
    role,
    text,
    outer_html: `<${tag}>${text}</${tag}>`,
    selectors: [{ selector: tag, matches: 1 }],
    box,
  });
  const image = (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64');
  const elements = [
    about('h1', 'heading', 'What we sell', { x: 20, y: 20, width: 200, height: lines * 24 - 10 }),
    about('a', 'link', 'See prices', { x: left, y: top, ...link }),
  ];
  return { label: 'Home', image, elements };
}

const box = { kind: 'box' as const, x: 16 / width, y: 40 / height, width: 88 / width, height: 28 / height };
const point = { kind: 'point' as const, x: 50 / width, y: 54 / height, width: null, height: null };

const service = await startService();

describe('how a marked element changed', () => {
  test.each([
    ['that moved sideways below a heading that wrapped: not at all', '#224466', 'identical', 0, 0],
    ['that moved and was painted anew: by what was painted', '#aa2211', 'changed', 0.5, 1],
  ])('one %s', async (_, colour, kind, least, most) => {
    const caller = await service.newClient();
    const first = await caller.call('create_review', { title: 'A page', images: [await page(1, 20, '#224466')] });
    for (const place of [box, point]) await reviewerOf(first).call('place_mark', mark(place));
    await decide(first, 'changes_requested');
    const images = [await page(2, 163, colour)];
    const { marks } = await caller.call('create_review', { title: 'A page', parent_id: first.id, images });
    expect(marks.map(({ position, element }) => [position, element?.tag])).toEqual(Array(2).fill(['exact', 'a']));
    for (const { change } of marks) {
      expect(change?.kind).toBe(kind);
      expect(change?.share).toBeGreaterThanOrEqual(least);
      expect(change?.share).toBeLessThanOrEqual(most);
    }
  });
});
