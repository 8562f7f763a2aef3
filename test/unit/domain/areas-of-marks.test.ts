import { expect, test } from 'vitest';
import { type Placed, toAreas } from '../../../server/domain/review/wire-format.ts';

const area = { x: 0.25, y: 0.5, width: 0.5, height: 0.25, kind: 'changed', share: 0.01, causes: [] };
const shot = { id: 'home', width: 800, height: 600, viewport: null, changeAreas: [area] };
const mark: Placed = {
  ...{ number: 1, status: 'resolved', shotId: 'home', sameElement: null, changeShare: 0.2, elementChanged: false },
  place: { x: 0.25, y: 0.25, width: 0.5, height: 0.25 },
};
const marksOf = (more: Partial<Placed>) => toAreas(shot, [{ ...mark, ...more }]).map(({ marks }) => marks);

test.each<[about: string, more: Partial<Placed>, marks: number[]]>([
  ['what it touches', {}, [1]],
  ['what it touches, where nothing tells whether it changed', { changeShare: null }, [1]],
  ['nothing beside it, if what is marked looks as before', { changeShare: 0 }, []],
  ['what it touches, if only its element changed', { changeShare: 0, elementChanged: true }, [1]],
  ['nothing, once it was deleted', { status: 'withdrawn' }, []],
  ['nothing on another screenshot', { shotId: 'prices' }, []],
  [
    'its element on this screenshot too',
    {
      shotId: 'phone',
      changeShare: 0,
      sameElement: [{ shotId: 'home', box: { x: 200, y: 300, width: 9, height: 9 } }],
    },
    [1],
  ],
])('a change is about a mark: %s', (_, more, marks) => {
  expect(marksOf(more)).toEqual([marks]);
});
