import { describe, expect, it } from 'vitest';
import { mapElements } from '../../server/capture/element-map.ts';
import { collectFacts } from '../../server/capture/facts.ts';
import { watchFailedElements } from '../../server/capture/failed-elements.ts';
import { watchResources } from '../../server/capture/failed-resources.ts';
import { elementsNotices, factsNotices, retryIfLate } from '../../server/capture/incomplete.ts';
import { capture } from './support/capture.ts';
import { tall, withPage } from './support/element-map.ts';
import { site } from './support/site.ts';

const many = `<!doctype html><style>i { display: inline-block; width: 9px; height: 9px }</style>${'<i>x</i>'.repeat(1_600)}`;

const running = await site({ '/many': many });

describe('a result that a busy machine does not return in time', () => {
  const late = { isInTime: false, found: [1, 2] };

  it.each([
    ['is asked once more', [late, { isInTime: true, found: [1] }], 1],
    ['keeps the fuller answer', [late, { isInTime: false, found: [] }], 0],
    ['is not asked again when it came in time', [{ isInTime: true, found: [] }], 0],
  ])('%s', async (_, answers, kept) => {
    const left = [...answers];
    const answer = await retryIfLate(
      async () => left.shift() ?? late,
      () => true,
    );
    expect(answer).toBe(answers[kept]);
    expect(left).toEqual([]);
  });

  it('is not requested again without time for it', async () => {
    let times = 0;
    const ask = async () => {
      times += 1;
      return late;
    };
    expect(await retryIfLate(ask, () => false)).toBe(late);
    expect(times).toBe(1);
  });
});

it('a traversal of the elements that ends early is reported', async () => {
  const html = `<!doctype html>${'<p>Words</p>'.repeat(100)}`;
  const [whole, part] = await withPage({ html }, async (page) => [
    await mapElements(page, { ...tall, patience: 40 }),
    await mapElements(page, { ...tall, timeMs: -1 }),
  ]);
  expect(whole).toMatchObject({ isInTime: true, isCut: false });
  expect(elementsNotices(whole)).toEqual([]);
  expect(part).toMatchObject({ elements: [], isInTime: false });
  expect(elementsNotices(part)).toEqual([
    {
      code: 'elements_incomplete',
      message: 'The elements of this page could not be read, so marks on it name none.',
    },
  ]);
});

it('a page that could not be examined is reported', () => {
  expect(factsNotices({ facts: null, isInTime: false, isCut: false })).toEqual([
    {
      code: 'facts_incomplete',
      message: 'This page could not be examined in time, so a second opinion goes by its screenshot alone.',
    },
  ]);
});

it('a page that hangs while it is asked what failed to load says so', async () => {
  const [before, after] = await withPage({ html: '<!doctype html>Words' }, async (page) => {
    const listFailures = await watchFailedElements(page, watchResources(page));
    await page.reload();
    const before = await listFailures(200_000);
    page.evaluate('for (;;);').catch(() => undefined);
    return [before, await listFailures(100)];
  });
  expect(before).toEqual({ failures: [], isInTime: true });
  expect(after).toEqual({ failures: [], isInTime: false });
});

it.each([
  ['facts beyond the cap', `${'<button>Go</button>'.repeat(501)}`, null, { isInTime: true, isCut: true }],
  [
    'more than the accessibility engine reads',
    `<button></button>${'<i></i>'.repeat(3_000)}`,
    ';',
    { isInTime: true, isCut: true },
  ],
  ['an accessibility engine that does not answer', '<button></button>', 'throw 0', { isInTime: false, isCut: false }],
])('incomplete facts are reported: %s', async (_, body, engine, expected) => {
  const html = `<!doctype html><style>button{width:90px;height:20px}</style><p>Words</p>${body}`;
  const read = await withPage({ html }, (page) => collectFacts(page, tall, [], { engine, patience: 40 }));
  expect(read).toMatchObject(expected);
  expect(factsNotices(read)).toEqual([expect.objectContaining({ code: 'facts_incomplete' })]);
});

it('a capture reports elements beyond the cap, and facts that it had no time for', async () => {
  const { elements, notices, noticeCodes } = await capture(running.allow, {
    url: `${running.origin}/many`,
    facts: { engine: null, partMs: -1 },
  });
  expect(elements).toHaveLength(1_500);
  expect(noticeCodes).toEqual(['elements_incomplete', 'facts_incomplete']);
  expect(notices).toEqual([
    'Only 1500 elements of this page are kept, so a mark on another one names what is around it.',
    'Not all of this page could be examined in time, so a second opinion knows only part of it.',
  ]);
});
