import { expect, test } from 'vitest';
import { describeRest } from '../../api/support/rest-and-mcp.ts';
import { base64, mark, review, reviewerOf } from '../../support/factories.ts';

describeRest('what lies under a mark', {}, (api) => {
  test('a mark on an image shows the elements that the sender supplied', async () => {
    const caller = await api().newCaller();
    const box = { x: 10, y: 10, width: 20, height: 10 };
    const elements = [{ box, tag: 'button', text: 'Send', selectors: [{ selector: '#send', matches: 1 }] }];
    const made = await review(caller, { images: [{ image: await base64(), label: 'Home', elements }] });
    const point = { kind: 'point' as const, x: 15 / 60, y: 15 / 40 };
    const { review: now } = await reviewerOf(made).call('place_mark', { ...mark(), ...point });
    expect(now.marks[0]?.element).toMatchObject({ tag: 'button', text: 'Send', box, role: null });
    const bare = await review(caller);
    const { review: nothing } = await reviewerOf(bare).call('place_mark', { ...mark(), ...point });
    expect(nothing.marks[0]?.element).toBeNull();
    expect(bare.screenshots[0]?.elements_url).toBeNull();
  });

  test('a mark finds its element on other views of the same page only, also on those added later', async () => {
    const caller = await api().newCaller();
    const box = { x: 10, y: 10, width: 20, height: 10 };
    const elements = [{ box, tag: 'button', text: 'Send', selectors: [{ selector: '#send', matches: 1 }] }];
    const makeImage = async (label: string, page_url?: string) => ({
      image: await base64(),
      label,
      elements,
      ...(page_url === undefined ? {} : { page_url }),
    });
    const made = await review(caller, {
      images: [await makeImage('A'), await makeImage('B'), await makeImage('C', 'https://example.com/')],
    });
    const point = { kind: 'point' as const, x: 15 / 60, y: 15 / 40 };
    const reviewer = reviewerOf(made);
    await reviewer.call('place_mark', { ...mark(), ...point, screenshot_index: 0 });
    await reviewer.call('place_mark', { ...mark(), ...point, screenshot_index: 2 });
    const pins = async () => (await caller.call('get_review', { id: made.id })).work_packets.pins;
    expect((await pins()).map((pin) => pin.same_element_in)).toEqual([[], []]);
    await caller.call('add_screenshot', { id: made.id, ...(await makeImage('D', 'https://example.com/')) });
    const found = { screenshot_index: 3, box_px: box };
    expect((await pins()).map((pin) => pin.same_element_in)).toEqual([[], [found]]);
  });
});
