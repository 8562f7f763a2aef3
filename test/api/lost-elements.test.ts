import { describe, expect, test } from 'vitest';
import type { Review } from '../../server/contract/review.ts';
import { decide, mark, png, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { linksOf } from './support/links.ts';
import type { ApiCaller } from './support/rest-and-mcp.ts';

const [width, height] = [200, 100];

/** Returns an image of links, one under the other, with the client's description of them. */
async function makeImage(colour: string, ...texts: string[]) {
  const elements = linksOf(texts, { width: 100, height: 20 });
  return { image: (await png(colour, width, height)).toString('base64'), label: 'Menu', elements };
}

const service = await startService({ ROLE: 'web' });

describe('a mark whose element is lost', () => {
  const pass = async (caller: ApiCaller, parent: Review | null, colour: string, ...texts: string[]): Promise<Review> =>
    caller.call('create_review', {
      title: 'A menu',
      images: [await makeImage(colour, ...texts)],
      ...(parent === null ? {} : { parent_id: parent.id }),
    });

  test('is reported on each pass, with no other element, until the element is back', async () => {
    const caller = await service.newClient();
    const first = await pass(caller, null, '#112233', 'Home', 'Docs', 'Blog', 'Terms');
    const docs = { x: 0, y: 20 / height, width: 100 / width, height: 20 / height };
    await reviewerOf(first).call('place_mark', mark({ ...docs, body: 'Too pale', must_fix: true }));
    await decide(first, 'changes_requested');

    const second = await pass(caller, first, '#223344', 'Home', 'Blog', 'Terms');
    expect(second.marks[0]).toMatchObject({
      position: 'element_removed',
      element: { text: 'Docs' },
      change: null,
      same_element_in: [],
    });
    expect(second.work_packets.pins[0]).toMatchObject({
      position: 'element_removed',
      element: { text: 'Docs' },
      box_px: null,
      crop_url: null,
    });
    const reviewer = reviewerOf(second);
    await reviewer.call('verify_mark', { mark_id: 1 });
    await reviewer.call('reopen_mark', { mark_id: 1, reason: 'It should be there' });
    await decide(second, 'changes_requested');

    const third = await pass(caller, second, '#334455', 'Home', 'Blog', 'Terms');
    expect(third.marks[0]).toMatchObject({ position: 'element_removed', element: { text: 'Docs' } });
    await decide(third, 'changes_requested');

    const fourth = await pass(caller, third, '#445566', 'Home', 'News', 'Docs', 'Blog', 'Terms');
    expect(fourth.marks[0]).toMatchObject({ position: 'exact', element: { text: 'Docs' }, x: 0 });
    expect(fourth.marks[0]?.y).toBeCloseTo(40 / height, 6);
    expect(fourth.work_packets.pins[0]?.box_px).toEqual({ x: 0, y: 40, width: 100, height: 20 });
  });

  test('is uncertain when several elements look the same', async () => {
    const caller = await service.newClient();
    const first = await pass(caller, null, '#112233', 'More', 'More', 'More');
    await reviewerOf(first).call('place_mark', mark({ x: 0, y: 0.2, width: 0.5, height: 0.2 }));
    await decide(first, 'changes_requested');
    const second = await pass(caller, first, '#223344', 'More', 'More');
    expect(second.marks[0]).toMatchObject({ position: 'uncertain', element: { text: 'More' }, change: null });
    expect(second.work_packets.pins[0]?.box_px).toEqual({ x: 0, y: 20, width: 100, height: 20 });
    // A reviewer who moves the mark settles its place.
    await reviewerOf(second).call('edit_mark', { mark_id: 1, x: 0, y: 0, width: 0.5, height: 0.2 });
    const now = await caller.call('get_review', { id: second.id });
    expect(now.marks[0]?.position).toBe('exact');
  });
});
