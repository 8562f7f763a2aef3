import { describe, expect, test } from 'vitest';
import type { MarkStatus } from '../../../server/contract/mark.ts';
import { untouched } from '../../../server/domain/mark/fields.ts';
import type { PlacedMark } from '../../../server/domain/mark/store.ts';
import { isChange, listWithUnsent, toUnsent, withImages, withUnsent } from '../../../server/domain/mark/unsent.ts';

const chain = { workspaceId: 'w', chainId: 'c' };
const at = new Date('2026-11-20T12:00:00.000Z');

const markOf = (more: Partial<PlacedMark> = {}): PlacedMark => ({
  ...{ ...chain, number: 1, clientMarkId: 'made-by-page', kind: 'point', body: 'Too pale', mustFix: false },
  strokes: [],
  referenceImage: null,
  ...{ ...untouched, author: 'Mara', source: 'reviewer', pass: 1, createdAt: at, updatedAt: at },
  ...{ shotId: 's', place: { x: 0.1, y: 0.2, width: null, height: null } },
  ...{ position: 'exact', element: null, elementChanged: false, sameElement: [], changeShare: null },
  ...more,
});

/** Returns a mark after a change was stored and read again. */
const kept = (sent: PlacedMark | undefined, wanted: PlacedMark) => {
  const unsent = toUnsent(wanted, sent);
  if (unsent === null) throw new Error('It is as it was sent.');
  return structuredClone(JSON.parse(JSON.stringify(unsent)) as typeof unsent);
};

describe('a change of a mark that was sent', () => {
  const sent = markOf();
  test.each<[string, Partial<PlacedMark>]>([
    ['words', { body: 'Much too pale' }],
    ['must fix', { mustFix: true }],
    ['reference image', { referenceImage: 'x'.repeat(27) }],
    [
      'strokes',
      {
        strokes: [
          {
            kind: 'arrow',
            points: [
              { x: -0.5, y: 2 },
              { x: 0.5, y: 0.5 },
            ],
          },
        ],
      },
    ],
    ['place', { place: { x: 0.5, y: 0.2, width: null, height: null } }],
    ['size', { kind: 'box', place: { x: 0.1, y: 0.2, width: 0.3, height: 0.1 } }],
    ['screenshot', { shotId: 'other' }],
    ['withdrawal', { status: 'withdrawn', formerStatus: 'open' }],
  ])('keeps its %s', (_, change) => {
    const wanted = markOf(change);
    expect(withUnsent(chain, sent, kept(sent, wanted))).toEqual(wanted);
  });

  test('is none once it is undone', () => {
    expect(toUnsent(markOf({ updatedAt: new Date() }), sent)).toBeNull();
    const withdrawn = markOf({ status: 'withdrawn', formerStatus: 'resolved' });
    expect(toUnsent(withdrawn, withdrawn)).toBeNull();
  });

  test('leaves to the agent what the agent reports meanwhile', () => {
    const unsent = kept(sent, markOf({ body: 'Much too pale' }));
    const reported = markOf({ status: 'in_progress', note: 'On it' });
    const shown = withUnsent(chain, reported, unsent);
    expect(shown).toMatchObject({ body: 'Much too pale', status: 'in_progress', note: 'On it' });
  });

  test.each<[MarkStatus, MarkStatus]>([
    ['open', 'open'],
    ['resolved', 'resolved'],
  ])('a withdrawal of a mark that is %s by now is undone to %s', (now, former) => {
    const unsent = kept(sent, markOf({ status: 'withdrawn', formerStatus: 'open' }));
    const shown = withUnsent(chain, markOf({ status: now }), unsent);
    expect(shown).toMatchObject({ status: 'withdrawn', formerStatus: former });
    expect(toUnsent({ ...shown, status: former, formerStatus: null }, markOf({ status: now }))).toBeNull();
  });

  test('restores a mark that was withdrawn before the request', () => {
    const withdrawn = markOf({ status: 'withdrawn', formerStatus: 'open' });
    const unsent = kept(withdrawn, markOf());
    expect(withUnsent(chain, withdrawn, unsent)).toMatchObject({ status: 'open', formerStatus: null });
  });
});

describe('a new mark', () => {
  const wanted = markOf({ number: 4, status: 'open' });
  test('is listed after those that were sent, as it was placed', () => {
    const unsent = kept(undefined, wanted);
    expect(listWithUnsent(chain, [markOf()], [unsent])).toEqual([markOf(), wanted]);
    expect(isChange(unsent)).toBe(true);
  });
  test('that is withdrawn again changes no request, and can be restored', () => {
    const unsent = kept(undefined, { ...wanted, status: 'withdrawn', formerStatus: 'open' });
    expect(isChange(unsent)).toBe(false);
    expect(withUnsent(chain, undefined, unsent)).toMatchObject({ status: 'withdrawn', formerStatus: 'open' });
  });
});

describe('what sending makes of', () => {
  const edit = kept(markOf(), markOf({ body: 'Much too pale' }));
  const withdrawal = kept(markOf(), markOf({ status: 'withdrawn' }));
  test.each<[string, MarkStatus, typeof edit, MarkStatus]>([
    ['an edited mark', 'open', edit, 'open'],
    ['an edited mark', 'in_progress', edit, 'in_progress'],
    // The fix was of the words before.
    ['an edited mark', 'resolved', edit, 'reopened'],
    ['an edited mark', 'verified', edit, 'verified'],
    ['a withdrawn mark', 'open', withdrawal, 'withdrawn'],
    ['a withdrawn mark', 'resolved', withdrawal, 'withdrawn'],
  ])('%s that is %s', (_, status, unsent, then) => {
    const mark = withUnsent(chain, markOf({ status, note: 'Done' }), unsent);
    expect(mark).toMatchObject({ status: then, note: 'Done', formerStatus: then === status ? null : status });
  });

  test('a change after the fix ends with the change', () => {
    const fixed = markOf({ status: 'resolved' });
    const shown = withUnsent(chain, fixed, edit);
    expect(toUnsent({ ...shown, mustFix: true }, fixed)?.status).toBeNull();
    expect(toUnsent({ ...shown, body: fixed.body }, fixed)).toBeNull();
  });
});

test('a change that waits to be sent keeps its reference image when that gets another address', () => {
  const [was, fresh, other] = ['a', 'b', 'c'].map((letter) => letter.repeat(27));
  const replaced = new Map([[was ?? '', fresh ?? '']]);
  const imageOf = (referenceImage: string | null = null) =>
    withImages(kept(undefined, markOf({ referenceImage })), replaced).fields.referenceImage;
  expect([imageOf(was), imageOf(other), imageOf(null)]).toEqual([fresh, other, null]);
});
