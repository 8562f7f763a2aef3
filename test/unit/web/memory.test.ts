import { describe, expect, test } from 'vitest';
import { createDrafts, type Draft } from '../../../server/web/marking/drafts.ts';
import { addTo, readSet } from '../../../server/web/review/ui-state.ts';
import { createMemory } from '../../../server/web/shared/memory.ts';
import { browserStorage } from '../../web/support/browser-storage.ts';

test('what two tabs add to a set is all kept', () => {
  const storage = browserStorage();
  const memory = createMemory(() => storage);
  const opened = addTo(memory, 'R1:seen', new Set(), 'a');
  addTo(memory, 'R1:seen', opened, 'b');
  addTo(memory, 'R1:seen', opened, 'c');
  expect([...readSet(memory, 'R1:seen')]).toEqual(['a', 'b', 'c']);
});

const draft: Draft = {
  key: 'a',
  markId: null,
  screenshotIndex: 1,
  place: { kind: 'box', x: 0.1, y: 0.2, width: 0.3, height: 0.4 },
  body: 'Too pale',
  must_fix: true,
  strokes: [
    {
      kind: 'line',
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 0.5 },
      ],
    },
  ],
  reference_image_url: 'data:image/png;base64,AAAA',
};

describe('drafts', () => {
  test('survive a reload, with their place and their must-fix', () => {
    const storage = browserStorage();
    createDrafts(
      createMemory(() => storage),
      'R1',
    ).put(draft);
    const later = createDrafts(
      createMemory(() => storage),
      'R1',
    );
    expect(later.all.value).toEqual([draft]);
    later.drop('a');
    expect(
      createDrafts(
        createMemory(() => storage),
        'R1',
      ).all.value,
    ).toEqual([]);
  });

  test('of two tabs do not overwrite each other, nor those of another review', () => {
    const storage = browserStorage();
    const one = createDrafts(
      createMemory(() => storage),
      'R1',
    );
    const two = createDrafts(
      createMemory(() => storage),
      'R1',
    );
    one.put(draft);
    two.put({ ...draft, key: 'b', body: 'Other' });
    const keys = (review: string) =>
      createDrafts(
        createMemory(() => storage),
        review,
      ).all.value.map(({ key }) => key);
    expect(keys('R1')).toEqual(['a', 'b']);
    expect(keys('R2')).toEqual([]);
  });

  test('last as long as the page where the browser refuses storage', () => {
    const memory = createMemory(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    createDrafts(memory, 'R1').put(draft);
    expect(createDrafts(memory, 'R1').all.value).toEqual([draft]);
  });

  test('that cannot be read are left out without an error', () => {
    const storage = browserStorage();
    const memory = createMemory(() => storage);
    const place = { kind: 'point', x: 0.5, y: 0.5 };
    const broken: object[] = [
      { key: 7 },
      { screenshotIndex: '1' },
      { body: null },
      { place: null },
      { place: { x: 0.5, y: 0.5 } },
      { place: { ...place, x: '0' } },
      { place: { ...place, y: null } },
    ];
    memory.set('R1:draft:x', '{"key":');
    for (const [at, each] of broken.entries()) {
      memory.set(`R1:draft:${at}`, JSON.stringify({ key: 'y', screenshotIndex: 0, place, body: '', ...each }));
    }
    createDrafts(memory, 'R1').put(draft);
    expect(createDrafts(memory, 'R1').all.value).toEqual([draft]);
  });
});
