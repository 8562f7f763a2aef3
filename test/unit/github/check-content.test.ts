import { describe, expect, test } from 'vitest';
import {
  type CheckContent,
  type CheckOptions,
  checkName,
  renderCheck,
  renderDeleted,
} from '../../../app/render/check.ts';
import { answer, mark, question, screenshot } from '../../../server/contract/examples.ts';
import type { Review } from '../../../server/contract/review.ts';
import type { WorkPacket } from '../../../server/contract/work-packet.ts';
import { decided, newPin, newReview } from '../../github/app/support/review.ts';

const tryAgain = { label: 'Try again', description: 'Runs the workflow again', identifier: 'try_again' } as const;
const commit = 'b'.repeat(40);
const problems = [{ label: 'Home', message: 'The page answered 502.' }];

const packets = (...pins: WorkPacket[]) => ({ work_packets: { pins, must_fix: [] } });
const undecided = (status: Review['status']) => newReview({ status, problems });
function decidedAs(outcome: 'approved' | 'changes_requested', decision: Partial<NonNullable<Review['decision']>>) {
  const review = decided(newReview(), outcome);
  return { ...review, decision: review.decision && { ...review.decision, ...decision } };
}

const proof = 'A link proves that somebody was given it, not who pressed the button.';

describe('the check of a review', () => {
  const cases: [of: string, Review, Partial<CheckOptions>, Partial<CheckContent>][] = [
    [
      'that is being prepared',
      undecided('preparing'),
      {},
      {
        ...{ status: 'queued', conclusion: null, title: 'Screenshots are being prepared' },
        summary: 'The review opens when they are ready.',
      },
    ],
    [
      'that is open, with a page that failed',
      newReview({ pass: 2, problems }),
      {},
      {
        ...{ status: 'in_progress', conclusion: null, title: 'Waiting for a decision' },
        summary:
          'Pass 2 has 1 screenshot. The link is in the pull request’s comment or in the job’s summary.\n\n- `Home`: `The page answered 502.`',
      },
    ],
    [
      'that is open and lacks a screenshot of the previous pass',
      newReview({ pass: 2, removed_screenshots: [{ ...screenshot, label: 'About', approved_in: null }] }),
      {},
      {
        ...{ status: 'in_progress', conclusion: null, title: 'Waiting for a decision' },
        summary:
          'Pass 2 has 1 screenshot. The link is in the pull request’s comment or in the job’s summary.\n\nNot in this pass: `About`',
      },
    ],
    [
      'that is open, with the approval of the same screenshots',
      newReview({ problems }),
      { reason: { carriedFrom: commit } },
      {
        ...{ status: 'completed', conclusion: 'success', title: 'Approved before, on bbbbbbb' },
        summary: `Every screenshot looks the same as on ${commit}, which was approved with nothing outstanding.\n\nThe new review stays open: requesting changes there fails this check.`,
      },
    ],
    [
      'that a person approved who signed in',
      decidedAs('approved', { verified_login: 'ada' }),
      {},
      {
        ...{ status: 'completed', conclusion: 'success', title: 'Approved' },
        summary: 'Approved by `ada`, who signed in with GitHub.',
      },
    ],
    [
      'that somebody approved on the page, with a name and a note',
      decidedAs('approved', { note: 'Fine.' }),
      {},
      {
        ...{ status: 'completed', conclusion: 'success', title: 'Approved' },
        summary: `Approved by someone with the link on the review page who gave the name \`Ada\`. ${proof}\n\nThe note:\n\n\`\`\`text\nFine.\n\`\`\``,
      },
    ],
    [
      'that was approved with the link alone, without a name',
      decidedAs('approved', { via: 'link', decided_by: null }),
      {},
      {
        ...{ status: 'completed', conclusion: 'success', title: 'Approved' },
        summary: `Approved by someone with the link. ${proof}`,
      },
    ],
    [
      'whose approval does not count',
      decidedAs('approved', { decided_by: '', note: 'Fine.' }),
      { refusal: 'This repository asks for a sign-in.' },
      {
        ...{ status: 'completed', conclusion: 'failure', title: 'Approved, but the approval does not count' },
        summary: `Approved by someone with the link on the review page. ${proof}\n\nThis repository asks for a sign-in.\n\nThe note:\n\n\`\`\`text\nFine.\n\`\`\``,
      },
    ],
    [
      'with changes requested and no mark',
      decidedAs('changes_requested', { verified_login: 'ada', note: 'Start over.' }),
      {},
      {
        ...{ status: 'completed', conclusion: 'failure', title: 'Changes requested' },
        summary:
          'Changes requested by `ada`, who signed in with GitHub.\n\nThe note:\n\n```text\nStart over.\n```\n\nPush a fix to start the next pass.',
      },
    ],
    [
      'with an updated request for changes',
      decidedAs('changes_requested', { verified_login: 'ada', number: 3 }),
      {},
      {
        ...{ status: 'completed', conclusion: 'failure', title: 'Changes requested' },
        summary:
          'Changes requested by `ada`, who signed in with GitHub.\n\nThis is decision 3 of the review. It replaces decision 2.\n\nPush a fix to start the next pass.',
      },
    ],
    [
      'that expired',
      undecided('expired'),
      {},
      {
        ...{ status: 'completed', conclusion: 'timed_out', title: 'Expired without a decision' },
        ...{
          summary: 'Push a commit or run the workflow again to ask for a decision. GitHub runs one again for 30 days.',
          actions: [tryAgain],
        },
      },
    ],
    [
      'that failed',
      undecided('failed'),
      {},
      {
        ...{ status: 'completed', conclusion: 'failure', title: 'No screenshot could be taken' },
        summary: '- `Home`: `The page answered 502.`\n\nFix the source and run the workflow again.',
        actions: [tryAgain],
      },
    ],
    [
      'that a later pass replaced',
      undecided('superseded'),
      {},
      {
        ...{ status: 'completed', conclusion: 'cancelled', title: 'Replaced by a later pass' },
        summary: 'This pass was not decided before the later one opened, so it says nothing about this commit.',
        actions: [tryAgain],
      },
    ],
    [
      'that was withdrawn',
      undecided('cancelled'),
      {},
      {
        ...{ status: 'completed', conclusion: 'cancelled', title: 'The review was withdrawn' },
        ...{ summary: 'Run the workflow again for a new one.', actions: [tryAgain] },
      },
    ],
    [
      'with changes requested and a question, once its pull request is closed',
      {
        ...decidedAs('changes_requested', { verified_login: 'ada' }),
        marks: [{ ...mark, status: 'open', replies: [question] }],
      },
      { isClosed: true },
      {
        ...{ status: 'completed', conclusion: 'failure', title: 'Changes requested' },
        summary: 'Changes requested by `ada`, who signed in with GitHub.\n\nThe pull request is closed.',
      },
    ],
    ...(
      [
        ['expired', 'timed_out', 'Expired without a decision', ''],
        ['failed', 'failure', 'No screenshot could be taken', '- `Home`: `The page answered 502.`\n\n'],
        ['cancelled', 'cancelled', 'The review was withdrawn', ''],
      ] as const
    ).map(([status, conclusion, title, before]): (typeof cases)[number] => [
      `that is ${status}, once its pull request is closed`,
      undecided(status),
      { isClosed: true },
      { ...{ status: 'completed', conclusion, title }, summary: `${before}The pull request is closed.` },
    ]),
  ];
  test.each(cases)('%s', (_, review, options, content) => {
    const rest = { text: '', actions: [] };
    expect(renderCheck(review, { pictures: true, ...options })).toEqual({ ...rest, ...content });
  });

  test('that the service no longer has', () => {
    const content = { status: 'completed', conclusion: 'cancelled', title: 'The review was deleted', text: '' };
    const summary = 'Run the workflow again for a new one.';
    expect(renderDeleted({})).toEqual({ ...content, summary, actions: [tryAgain] });
    expect(renderDeleted({ isClosed: true })).toEqual({
      ...content,
      ...{ summary: 'The pull request is closed.', actions: [] },
    });
  });

  test('is named after it, and one check of all reviews after none', () => {
    expect(checkName('visual')).toBe('Sightline / visual');
    expect(checkName('')).toBe('Sightline');
  });

  test('lists at most twenty pages that failed', () => {
    const failed = Array.from({ length: 25 }, (_, index) => ({ label: `/${index}`, message: 'It answered 500.' }));
    const { summary } = renderCheck(newReview({ problems: failed }), { pictures: false });
    expect(summary.match(/^- `\/\d+`: `It answered 500\.`$/gm)).toHaveLength(20);
  });
});

test('the check of a waiting review lists why it changed, what shows on most screenshots first', () => {
  const cause = (summary: string, certainty: 'certain' | 'likely') => ({
    ...{ kind: 'style' as const, summary, selector: '.pay', styles: [], text: null, certainty, elsewhere: false },
  });
  const area = { x: 0, y: 0, width: 1, height: 1, kind: 'changed' as const, share: 0.1, marks: [] };
  const shotWith = (index: number, ...summaries: string[]) => ({
    ...screenshot,
    index,
    change: {
      ...{ before_label: null, kind: 'changed' as const, share: 0.1, diff_url: null },
      areas: [
        ...summaries.map((each) => ({ ...area, causes: [cause(each, each === 'moved .a' ? 'likely' : 'certain')] })),
        { ...area, causes: [] },
      ],
    },
  });
  const review = newReview({
    screenshots: [shotWith(0, 'moved .a', 'padding 1px → 2px on .b'), shotWith(1, 'moved .a')],
  });
  expect(renderCheck(review, { pictures: false }).summary).toContain(
    [
      'Why they changed:',
      '',
      '- probably `moved .a`: 2 screenshots',
      '- `padding 1px → 2px on .b`: 1 screenshot',
      '- unknown: 2 areas',
    ].join('\n'),
  );
  const unknown = newReview({ screenshots: [shotWith(0)] });
  expect(renderCheck(unknown, { pictures: false }).summary).not.toContain('Why');
});

describe('a mark in a check', () => {
  const element: NonNullable<WorkPacket['element']> = {
    ...{ selectors: [{ selector: '#pay', matches: 1 }], tag: 'button', role: 'button', accessible_name: 'Pay' },
    ...{ text: 'Pay now', outer_html: '<button id="pay">', box: { x: 1, y: 2, width: 3, height: 4 }, styles: {} },
  };
  const crop = '<img alt="Mark 1" src="https://reviews.example.com/crops/abc.png" width="480">';
  const place = 'Position uncertain: what was marked was not found again for certain. Check on the screenshot before';

  test.each<[of: string, Partial<WorkPacket>, string]>([
    [
      'with everything',
      { author: 'Mara', page_url: 'https://shop.test/cart', element },
      `#### Mark 1 · must fix\n\nOn \`Desktop\` of \`https://shop.test/cart\`, by \`Mara\`\n\n\`\`\`text\nThe button is cut off\n\`\`\`\n\nElement: \`#pay\`\n\n${crop}`,
    ],
    [
      'at an address with a secret, which everybody who reads the repository would get',
      { page_url: 'https://shop.test/cart?tab=2&x-vercel-protection-bypass=4f1c9ab7d2e8#pay', crop_url: null },
      '#### Mark 1 · must fix\n\nOn `Desktop` of `https://shop.test/cart?tab=2&x-vercel-protection-bypass=…#pay`\n\n```text\nThe button is cut off\n```',
    ],
    [
      'with the text of a PDF, without a crop',
      { element: { ...element, selectors: [] }, crop_url: null },
      '#### Mark 1 · must fix\n\nOn `Desktop`\n\n```text\nThe button is cut off\n```\n\nText there: `Pay now`',
    ],
    [
      'that is optional, on an element without text or selector, at an address that is none',
      { must_fix: false, element: { ...element, selectors: [], text: '' }, crop_url: 'data:,' },
      '#### Mark 1\n\nOn `Desktop`\n\n```text\nThe button is cut off\n```',
    ],
    [
      'whose screenshot is missing',
      { screenshot: null, position: 'uncertain', crop_url: null },
      `#### Mark 1 · must fix\n\nOn a screenshot that this pass no longer has\n\n\`\`\`text\nThe button is cut off\n\`\`\`\n\n${place} you change anything.`,
    ],
    [
      'of a guest, who may give any name',
      { author: 'Mara (reviewer)', source: 'accepted_suggestion', crop_url: null },
      '#### Mark 1 · must fix\n\nOn `Desktop`, suggested by a guest who gave the name `Mara (reviewer)`\n\n```text\nThe button is cut off\n```',
    ],
    [
      'of a guest without a name',
      { source: 'accepted_suggestion', crop_url: null },
      '#### Mark 1 · must fix\n\nOn `Desktop`, suggested by a guest\n\n```text\nThe button is cut off\n```',
    ],
  ])('%s', (_, fields, text) => {
    const review = decided(newReview(), 'changes_requested', packets(newPin(fields)));
    expect(renderCheck(review, { pictures: true })).toMatchObject({ title: 'Changes requested: 1 mark', text });
  });

  test('has what was asked and answered about it, the newest replies, and says which question waits', () => {
    const replies = [...Array.from({ length: 5 }, () => answer), { ...question, body: '`Which` blue?' }];
    const asked = { ...mark, id: 7, replies };
    const review = decided(newReview({ marks: [asked, mark] }), 'changes_requested', packets(newPin({ replies })));
    const { text, summary } = renderCheck(review, { pictures: false });
    expect(text).toContain('\u2026 1 earlier reply\n\nThe reviewer replied:\n\n```text\nThat of the brand.\n```');
    expect(text).toContain('The agent asked:\n\n```text\n`Which` blue?\n```');
    expect(summary).toContain('**The fixing agent asks about mark 7.** Answer on the review page');
    const answered = { ...asked, replies: [...replies, answer] };
    const calm = decided(newReview({ marks: [answered] }), 'changes_requested', packets(newPin()));
    expect(renderCheck(calm, { pictures: false }).summary).not.toContain('asks about');
  });

  test('says what is still wrong, where the reviewer sent it back', () => {
    const pin = newPin({ status: 'reopened', reopen_reason: 'Still pale on the phone.' });
    const review = decided(newReview(), 'changes_requested', packets(pin));
    expect(renderCheck(review, { pictures: false }).text).toContain(
      'Not fixed yet:\n\n```text\nStill pale on the phone.\n```',
    );
  });

  test('shows no image unless images are allowed', () => {
    const review = decided(newReview(), 'changes_requested', packets(newPin()));
    expect(renderCheck(review, { pictures: false }).text).toBe(
      '#### Mark 1 · must fix\n\nOn `Desktop`\n\n```text\nThe button is cut off\n```',
    );
  });
});
