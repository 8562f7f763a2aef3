import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { decodeRows, mergeRows, type Row, renderRows, rowOf, toCommentRow } from '../../../action/comment/row.ts';
import { newReview } from '../../github/app/support/review.ts';
import { differingFromBase } from './support/base.ts';

const head = 'a'.repeat(40);
const row = (fields: Partial<Row> = {}): Row => ({
  name: 'visual',
  id: '0'.repeat(26),
  url: 'https://x.test/r/secret',
  thumbnail: null,
  status: 'open',
  pass: 1,
  revision: head,
  shots: { all: 3, changed: 0, added: 0, identical: 3, failed: 0 },
  toVerify: 0,
  outstanding: 0,
  written: 1,
  ...fields,
});

describe('rows', () => {
  test('survive their encoding in the comment, whatever their name', () => {
    const rows = [row({ name: '--> </table> | @all `x` 日本' }), row({ name: 'b' })];
    expect(decodeRows(renderRows(rows, head))).toEqual(rows);
  });

  test('of 200 names fit into a comment and survive', () => {
    const secret = (index: number) => createHash('sha256').update(`${index}`).digest('base64url');
    const rows = Array.from({ length: 200 }, (_, index) =>
      row({
        name: `app-${1000 + index}`,
        url: `https://reviews.example.com/r/${secret(index)}`,
        thumbnail: `https://reviews.example.com/images/${secret(-index)}`,
      }),
    );
    const body = renderRows(rows, head);
    expect(body.length).toBeLessThanOrEqual(65_536);
    expect(body).toContain('**200 reviews wait for a decision.**');
    expect(decodeRows(body)).toEqual(rows);
  });

  test('are empty when somebody removed or broke them', () => {
    expect(decodeRows('<!-- sightline -->\nhello')).toEqual([]);
    expect(decodeRows('<!-- sightline-rows:AAAA -->')).toEqual([]);
    expect(decodeRows('<!-- sightline-rows-deflated:AAAA -->')).toEqual([]);
    expect(decodeRows(`<!-- sightline-rows:${btoa('[{"name":1}]')} -->`)).toEqual([]);
  });

  test('are merged by name, sorted by name, and the row written later wins', () => {
    const merged = mergeRows(
      [row({ name: 'b' }), row({ name: 'a', pass: 2, written: 5 })],
      [row({ name: 'a', written: 4 })],
    );
    expect(merged.map(({ name, pass }) => [name, pass])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });

  test('are merged with the later of the same moment', () => {
    const merged = mergeRows([row({ pass: 1 })], [row({ pass: 2 })]);
    expect(merged).toEqual([row({ pass: 2 })]);
  });

  const [shot] = newReview().screenshots;
  const review = newReview({
    ...{ id: '0'.repeat(26), status: 'approved', pass: 3, revision: head, outstanding_marks: 1 },
    ...{ marks_awaiting_verification: 2, problems: [{ label: 'Home', message: 'No.' }] },
    screenshots: (['new', 'changed', 'changed', 'identical', 'identical', 'identical'] as const).flatMap((kind) =>
      shot === undefined
        ? []
        : [{ ...shot, change: { before_label: null, kind, share: null, diff_url: null, areas: [] } }],
    ),
  });
  const options = {
    showsImages: true,
    now: 5,
    link: { url: 'https://x.test/r/secret', signIn: false },
    isPublic: false,
    failed: 2,
    settled: null,
  };
  const written: Row = {
    ...{ name: 'email', id: '0'.repeat(26), url: 'https://x.test/r/secret', thumbnail: shot?.thumbnail_url ?? null },
    ...{
      status: 'approved',
      pass: 3,
      revision: head,
      shots: { all: 6, changed: 2, added: 1, identical: 3, failed: 3 },
    },
    ...{ toVerify: 2, outstanding: 1, written: 5 },
  };

  test('have what the comment shows of a review', () => {
    const thumbnail = review.screenshots[1]?.thumbnail_url ?? null;
    expect(rowOf(review, 'email', options)).toEqual({ ...written, thumbnail });
    const asking = { ...options, showsImages: false, isPublic: true, link: { ...options.link, signIn: true } };
    expect(rowOf({ ...review, revision: null }, 'email', asking)).toEqual({
      ...{ ...written, signIn: true, isPublic: true, thumbnail: null, revision: '' },
    });
    const [gone] = newReview().screenshots;
    const fewer = { ...review, removed_screenshots: gone === undefined ? [] : [{ ...gone, approved_in: null }] };
    expect(renderRows([rowOf(fewer, 'visual', options)], head)).toContain(' 3 the same, 1 not in this pass<br>');
    const first = newReview();
    expect(rowOf(first, 'visual', options)).toMatchObject({ shots: { all: 1, changed: 0, added: 0, failed: 2 } });
  });

  test('claim nothing of screenshots that were not compared with the pass before', () => {
    const late = {
      ...review,
      screenshots: review.screenshots.map((each, at) => (at < 4 ? each : { ...each, change: null })),
    };
    expect(renderRows([rowOf(late, 'visual', options)], head)).toContain(
      '2 changed, 1 new, 1 the same, 2 not compared',
    );
    const none = rowOf(newReview({ pass: 2, revision: head }), 'visual', options);
    expect(renderRows([none], head)).toContain('| 1 not compared<br>');
  });

  test('say how the review differs from its base, and why it needs no decision, in the words of the check', () => {
    const compared = newReview({ pass: 2, revision: head, ...differingFromBase(['identical', 'changed']) });
    const asks = rowOf(compared, 'visual', options);
    const unchanged = newReview({ revision: head, ...differingFromBase(['identical', 'identical']) });
    const settled = rowOf(unchanged, 'email', { ...options, settled: 'No visible changes since abc1234' });
    const body = renderRows([asks, settled], head);
    expect(decodeRows(body)).toEqual([asks, settled]);
    expect(body).toContain('**1 review waits for a decision.**');
    expect(body).toMatch(
      /`visual`.* \| ◐ Waiting for a decision \| 1 change since abc1234, 1 screenshot looks the same/,
    );
    expect(body).toMatch(/`email`.* \| ✓ No visible changes since abc1234 \| 0 changes since abc1234, 2 screenshots /);
  });

  test('are shown with what changed since the pass before, and of which commit', () => {
    const shown = {
      ...{
        name: 'email',
        status: 'approved',
        olderCommit: null,
        link: { url: 'https://x.test/r/secret', signIn: false },
      },
      facts: {
        ...{ pass: 3, shots: 6, failed: 3, changes: { changed: 2, new: 1, identical: 3 } },
        ...{ outstanding: 1, awaitingVerification: 2, decision: null, thumbnail: written.thumbnail },
        ...{ base: null, asked: [], digest: null },
      },
    };
    expect(toCommentRow(written, head)).toEqual(shown);
    expect(toCommentRow({ ...written, pass: 1, signIn: true }, 'b'.repeat(40))).toEqual({
      ...{ ...shown, olderCommit: head, link: { ...shown.link, signIn: true } },
      facts: { ...shown.facts, pass: 1, changes: null },
    });
  });
});
