import { describe, expect, test } from 'vitest';
import { emptyReport, outputsOf, type Report, renderSummary } from '../../../action/report.ts';
import { operations } from '../../../server/contract/index.ts';
import type { Review } from '../../../server/contract/review.ts';
import { newReview } from '../../github/app/support/review.ts';
import { differingFromBase } from './support/base.ts';

const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const url = 'https://reviews.example.com/r/secret';
const revision = 'a'.repeat(40);
const link = { url, signIn: false };
const review = newReview({ id, revision, pass: 2 });
const differing = differingFromBase(['changed', 'approved']);
const recorded = operations.create_baseline.example.output;
const report = (fields: Partial<Report>): Report => ({ ...emptyReport(), ...fields });

describe('the outputs of a run', () => {
  const uncompared = { changed: '', changes: '', 'baseline-id': '' };
  const none = { ...uncompared, 'review-id': '', 'review-url': '', status: '', pass: '', reviews: '[]' };
  const one = { name: 'visual', id, url, status: 'open', pass: 2, revision, reused: false };

  test.each<[of: string, Partial<Report>, Record<string, string>]>([
    ['that failed before it had a review', { failure: 'No.' }, none],
    ['that reviewed nothing', { skipped: 'The pull request is closed.' }, { ...none, status: 'skipped' }],
    [
      'with a review',
      { review, link },
      {
        ...{ ...uncompared, 'review-id': id, 'review-url': url, status: 'open', pass: '2' },
        reviews: JSON.stringify([one]),
      },
    ],
    [
      'with a review that differs from its base in two screenshots, one of which was approved before',
      { review: { ...review, ...differing }, link },
      {
        ...{ 'review-id': id, 'review-url': url, status: 'open', pass: '2' },
        ...{ changed: 'true', changes: '1', 'baseline-id': '', reviews: JSON.stringify([one]) },
      },
    ],
    [
      'with a review that does not differ from its base',
      { review: { ...review, ...differingFromBase(['identical']) }, link },
      {
        ...{ 'review-id': id, 'review-url': url, status: 'open', pass: '2' },
        ...{ changed: 'false', changes: '0', 'baseline-id': '', reviews: JSON.stringify([one]) },
      },
    ],
    ['that recorded a baseline', { baseline: recorded }, { ...none, status: 'recorded', 'baseline-id': recorded.id }],
    [
      'that used a pass again, whose link may not be shown',
      { review: { ...review, status: 'approved' }, name: 'email', reused: true },
      {
        ...{ ...uncompared, 'review-id': id, 'review-url': '', status: 'approved', pass: '2' },
        reviews: JSON.stringify([{ ...one, name: 'email', url: '', status: 'approved', reused: true }]),
      },
    ],
  ])('%s', (_, fields, outputs) => {
    expect(outputsOf(report(fields))).toEqual(outputs);
  });
});

describe('the summary of a job', () => {
  const head = '| Review | Status | What changed | |\n|---|---|---|---|';
  const opened = `${head}\n| **\`visual\`**<br>pass 2 | ◐ Waiting for a decision | 1 not compared | [**Open the review →**](${url}) |`;
  const notices = ['It moves.', 'It is tall.'];
  const noticed = review.screenshots.map((shot) => ({ ...shot, notices }));
  const problems = [{ label: '/b', message: 'It answered 500.' }];

  test.each<[of: string, Partial<Report>, parts: string[]]>([
    [
      'that reviewed nothing',
      { skipped: 'It is a draft.' },
      ['## Visual review', 'Nothing was reviewed. It is a draft.'],
    ],
    [
      'that failed before it had a review',
      { name: 'email', failure: 'One & two\u202e <b>\n[x](y) @ida' },
      ['## Visual review: `email`', '**Failed.** One &amp; two &lt;b><br>&#91;x](y) @\u200bida'],
    ],
    ['with a review', { review, link }, ['## Visual review', opened]],
    [
      'with a review that needs no decision',
      { review, link, settled: 'No visible changes since abc1234' },
      ['## Visual review', opened.replace('◐ Waiting for a decision', '✓ No visible changes since abc1234')],
    ],
    [
      'with everything else',
      {
        ...{ review: { ...review, screenshots: noticed, problems }, link, reused: true },
        ...{ checkUrl: 'https://github.test/check', failedShots: [{ label: '/a', message: 'No browser.' }] },
        ...{ failure: 'No decision in 5 minutes.' },
      },
      [
        '## Visual review',
        '**Failed.** No decision in 5 minutes.',
        opened.replace('1 not compared |', '1 not compared<br>⚠️ 2 screenshots could not be taken |'),
        '[The check](https://github.test/check)',
        'This commit had this pass already, so it cost nothing.',
        '- ⚠️ `/b`: `It answered 500.`\n- ⚠️ `/a`: `No browser.`\n- `Desktop`: `It moves.`\n- `Desktop`: `It is tall.`',
      ],
    ],
    [
      'with the next step of a review that has one, without a link that may be shown',
      { review: { ...review, status: 'changes_requested' } },
      [
        '## Visual review',
        `${head}\n| **\`visual\`**<br>pass 2 | ✗ Changes requested | 1 not compared |  |`,
        'Push a fix to start the next pass.',
      ],
    ],
  ])('%s', (_, fields, parts) => {
    expect(renderSummary(report(fields))).toBe(parts.join('\n\n'));
  });

  const [shot] = review.screenshots;
  type Kind = 'new' | 'identical' | 'changed' | null;
  const shows = (...kinds: Kind[]): Review['screenshots'] =>
    kinds.flatMap((kind, index) =>
      shot === undefined
        ? []
        : [
            {
              ...{ ...shot, label: `${index}`, thumbnail_url: `https://x.test/${index}` },
              change: kind === null ? null : { before_label: null, kind, share: null, diff_url: null, areas: [] },
            },
          ],
    );
  const images = (screenshots: Review['screenshots']) =>
    renderSummary(report({ review: { ...review, screenshots }, showsImages: true }))
      .split('\n\n')
      .slice(2);

  test('shows the screenshots where images may be shown, those with a difference first', () => {
    const all = shows('identical', null, 'new', 'changed', 'identical');
    const shown = [3, 2, 1, 0, 4].map(
      (index) => `<img src="https://x.test/${index}" height="96" alt="${index}" title="${index}">`,
    );
    expect(images(all)).toEqual([shown.join(' ')]);
    expect(images([])).toEqual([]);
  });

  test('says once what is to be said of several screenshots, and of which', () => {
    const message = '1 stylesheet could not be loaded: x.test/a.css (answered 404).';
    const screenshots = shows(null, null, null, null, null).map((each) => ({ ...each, notices: [message] }));
    const said = renderSummary(report({ review: { ...review, screenshots, problems: [...problems, ...problems] } }));
    expect(said.split('\n\n').at(-1)).toBe(
      `- ⚠️ \`/b\`: \`It answered 500.\`\n- \`0\`, \`1\`, \`2\` and 2 more: \`${message}\``,
    );
  });

  test('shows twelve screenshots at most', () => {
    const of = (count: number) => images(shows(...Array.from({ length: count }, () => null)))[0] ?? '';
    expect(of(12).match(/<img/g)).toHaveLength(12);
    expect(of(12)).toMatch(/title="11">$/);
    expect(of(14)).toMatch(/title="11"> and 2 more$/);
  });

  test('lets the label of a screenshot become no HTML', () => {
    const [one] = shows(null);
    expect(images(one === undefined ? [] : [{ ...one, label: '"><b>\u202e' }])).toEqual([
      '<img src="https://x.test/0" height="96" alt="&#34;&#62;&#60;b&#62;" title="&#34;&#62;&#60;b&#62;">',
    ]);
  });
});

test('a shard of a baseline reports what is there so far, and not that the baseline was recorded', () => {
  const baseline = { ...recorded, status: 'preparing' as const, shards: { expected: 3, sent: [2] } };
  expect(renderSummary(report({ baseline }))).toBe(
    '## Visual review\n\nThe baseline of `main` at `b7e3f0c` has 1 screenshot so far; 2 shards to come.',
  );
  expect(outputsOf(report({ baseline })).status).toBe('preparing');
});
