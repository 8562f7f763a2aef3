import { describe, expect, test } from 'vitest';
import { type CommentOptions, type CommentRow, renderComment, renderTable } from '../../../app/render/comment.ts';
import { type ReviewFacts, readFacts } from '../../../app/render/facts.ts';
import { answer, mark, question } from '../../../server/contract/examples.ts';
import type { Reply } from '../../../server/contract/mark.ts';
import { newReview } from '../../github/app/support/review.ts';

const url = 'https://reviews.example.com/r/secret';
const facts: ReviewFacts = { ...readFacts(newReview()), thumbnail: null };
const row = (fields: Partial<CommentRow> = {}): CommentRow => ({
  ...{ name: 'visual', status: 'open', facts, olderCommit: null, link: { url, signIn: false } },
  ...fields,
});
const approvedBy = (login: string) => ({ ...facts, decision: { number: 1, by: null, login } });

describe('a row of the comment', () => {
  const name = '**`visual`**<br>pass 1';
  const open = `[**Open the review →**](${url})`;
  const view = `[View](${url})`;
  const first = 'First pass, 1 screenshot';
  const waits = '◐ Waiting for a decision';
  const asks = '**The fixing agent asks about ';
  const asked = [1, 2, 3, 4].map((id) => ({ mark: id, question: 'Why?' }));

  test.each<[of: string, Partial<CommentRow>, cells: string[]]>([
    ['waiting', {}, [name, waits, first, open]],
    ['without a link that may be shown', { link: null }, [name, waits, first, '']],
    ['without facts yet', { facts: null }, ['**`visual`**', waits, '', open]],
    ['preparing', { status: 'preparing' }, [name, '○ Screenshots are being prepared', first, '']],
    ['carried over', { conclusion: 'success' }, [name, '✓ Approved before: the same screenshots', first, open]],
    [
      'passed by another pull request',
      { conclusion: 'success', governedBy: 41 },
      [name, '✓ Passes by #41, which has the same commit', first, open],
    ],
    ['not passed by another pull request', { governedBy: 41 }, [name, waits, first, open]],
    ['approved', { status: 'approved', facts: approvedBy('ada') }, [name, '✓ Approved by `ada`', first, view]],
    ['approved by the link', { status: 'approved', conclusion: 'success' }, [name, '✓ Approved', first, view]],
    [
      'approved without effect',
      { status: 'approved', conclusion: 'failure', facts: approvedBy('ada') },
      [name, '✗ Approved, but its check fails: see there', first, view],
    ],
    [
      'with changes requested, and being fixed',
      { status: 'changes_requested', conclusion: 'failure', facts: approvedBy('ada'), fixingAgentStarted: true },
      [name, '✗ Changes requested<br>a fixing agent was started', first, view],
    ],
    [
      'with an updated request for changes',
      { status: 'changes_requested', facts: { ...facts, decision: { number: 2, by: null, login: null } } },
      [name, '✗ Changes requested (decision 2)', first, view],
    ],
    [
      'about which the fixing agent asks',
      { status: 'changes_requested', facts: { ...facts, asked: [{ mark: 3, question: 'Which | blue?\n@all' }] } },
      [name, `✗ Changes requested<br>${asks}[mark 3](${url}#mark-3):** \`Which ¦ blue? @all\``, first, view],
    ],
    [
      'about which the fixing agent asks behind a sign-in',
      { facts: { ...facts, asked }, link: { url, signIn: true } },
      [
        name,
        `${waits}<br>${[1, 2, 3].map((id) => `${asks}[mark ${id}](${url}):** \`Why?\``).join('<br>')}<br>… and about 1 more mark`,
        first,
        open,
      ],
    ],
    ['replaced', { status: 'superseded' }, [name, '→ Replaced by a later pass', first, view]],
    ['withdrawn', { status: 'cancelled' }, [name, '✗ The review was withdrawn', first, view]],
    [
      'withdrawn after it had passed without a decision',
      { status: 'cancelled', conclusion: 'success' },
      [name, '✓ Approved before: the same screenshots', first, view],
    ],
    [
      'withdrawn by a job after it had settled',
      { status: 'cancelled', settled: 'No visible changes since abc1234' },
      [name, '✓ No visible changes since abc1234', first, view],
    ],
    [
      'expired',
      { status: 'expired' },
      [
        name,
        '✗ Expired without a decision<br>Push a commit or run the workflow again to ask for a decision. GitHub runs one again for 30 days.',
        first,
        view,
      ],
    ],
    [
      'failed',
      { status: 'failed', facts: { ...facts, shots: 0, failed: 2 } },
      [
        name,
        '✗ No screenshot could be taken<br>Fix the source and run the workflow again.',
        '⚠️ 2 screenshots could not be taken',
        '',
      ],
    ],
    [
      'expired, with its pull request closed',
      { status: 'expired', next: [] },
      [name, '✗ Expired without a decision', first, view],
    ],
    [
      'deleted',
      { status: 'deleted', facts: null },
      ['**`visual`**', '✗ The review was deleted<br>Run the workflow again for a new one.', '', ''],
    ],
    [
      'of an older commit',
      { olderCommit: 'b'.repeat(40), fixingAgentStarted: false },
      [name, `${waits}<br>of the older commit \`bbbbbbb\``, first, open],
    ],
    [
      'that expired on an older commit',
      { status: 'expired', olderCommit: 'b'.repeat(40) },
      [name, '✗ Expired without a decision<br>of the older commit `bbbbbbb`', first, view],
    ],
    [
      'compared',
      {
        facts: { ...facts, pass: 3, shots: 7, changes: { new: 1, changed: 2, identical: 4 }, awaitingVerification: 2 },
      },
      ['**`visual`**<br>pass 3', waits, '**2 marks to verify**<br>2 changed, 1 new, 4 the same', open],
    ],
    [
      'without a difference',
      {
        facts: {
          ...{ ...facts, pass: 2, shots: 4, changes: { new: 0, changed: 0, identical: 4 } },
          ...{ awaitingVerification: 1, outstanding: 1 },
        },
      },
      ['**`visual`**<br>pass 2', waits, '**1 mark to verify**<br>1 open mark<br>4 the same', open],
    ],
    [
      'compared with a base and with the previous pass',
      {
        facts: { ...facts, pass: 2, shots: 4, changes: { new: 0, changed: 4, identical: 0 } },
        differences: '2 changes since abc1234',
      },
      ['**`visual`**<br>pass 2', waits, '2 changes since abc1234<br>4 changed since pass 1', open],
    ],
    [
      'without a screenshot of the previous pass',
      { facts: { ...facts, pass: 2, shots: 1, changes: { new: 0, changed: 0, identical: 1, removed: 2 } } },
      ['**`visual`**<br>pass 2', waits, '1 the same, 2 not in this pass', open],
    ],
    [
      'compared in part',
      { facts: { ...facts, pass: 2, shots: 4, changes: { new: 0, changed: 1, identical: 1 } } },
      ['**`visual`**<br>pass 2', waits, '1 changed, 1 the same, 2 not compared', open],
    ],
    [
      'of a later pass and not compared',
      { facts: { ...facts, pass: 2, shots: 4 } },
      ['**`visual`**<br>pass 2', waits, '4 not compared', open],
    ],
    [
      'incomplete',
      { facts: { ...facts, failed: 1, outstanding: 3 } },
      [name, waits, `3 open marks<br>${first}<br>⚠️ 1 screenshot could not be taken`, open],
    ],
  ])('that is %s', (_, fields, cells) => {
    expect(renderTable([row(fields)])).toBe(
      `| Review | Status | What changed | |\n|---|---|---|---|\n| ${cells.join(' | ')} |`,
    );
  });

  test('starts with a thumbnail that leads to the review, where one of the reviews has one', () => {
    const shown = { ...facts, thumbnail: 'https://x.test/t.webp' };
    const image = '<img alt="" src="https://x.test/t.webp" height="64">';
    const rows = [{ facts: shown }, { facts: shown, link: null }, { facts: shown, status: 'preparing' } as const, {}];
    const lines = renderTable(rows.map(row)).split('\n');
    expect(lines.slice(0, 2)).toEqual(['| | Review | Status | What changed | |', '|---|---|---|---|---|']);
    const starts = [`| <a href="${url}">${image}</a> |`, `| ${image} |`, `| ${image} |`, '|  |'];
    expect(lines.slice(2).map((line) => line.slice(0, line.indexOf(' **')))).toEqual(starts);
  });
});

test('a question is quoted from the newest one of its mark, shortened, until it is answered', () => {
  const longer = { ...question, body: 'x'.repeat(300) };
  const asking = (...replies: Reply[]) => readFacts(newReview({ marks: [{ ...mark, id: 7, replies }, mark] })).asked;
  expect(asking(question, answer, question, longer)).toEqual([{ mark: 7, question: `${'x'.repeat(119)}…` }]);
  expect(asking(question, answer)).toEqual([]);
});

describe('the comment', () => {
  const password =
    '<sub>You need no account. Anybody with a link can mark and decide, so share it like a password.</sub>';
  const asks =
    '<sub>The link asks you to sign in with GitHub first. Everybody who can read this repository can see the review.</sub>';
  const withheld = 'Anybody with a review’s link can decide it, so this repository shows none here.';
  const instead = 'To let people sign in with GitHub instead,';
  const direct = 'To show links to everybody who can read this, set `link: direct` in `.github/sightline.yml`.';
  const waits = '1 review waits for a decision.';
  const asking = row({ link: { url: 'https://app.test/review/1', signIn: true } });
  const hidden = row({ link: null });
  const preparing = row({ status: 'preparing' });
  const asked = row({ status: 'changes_requested', facts: { ...facts, asked: [{ mark: 1, question: 'Why?' }] } });

  test.each<[of: string, CommentRow[], CommentOptions, heading: string, end: string[]]>([
    ['of one review', [row()], {}, waits, [password]],
    ['of several', [row(), row()], {}, '2 reviews wait for a decision.', [password]],
    [
      'of one that is carried over',
      [row({ conclusion: 'success' })],
      {},
      'No review waits for a decision.',
      [password],
    ],
    ['of one with a question', [asked], {}, '1 review waits for an answer.', [password]],
    ['of one in preparation', [preparing], {}, 'The screenshots of 1 review are being prepared.', []],
    [
      'of two in preparation among others',
      [row(), preparing, preparing],
      {},
      `${waits} The screenshots of 2 reviews are being prepared.`,
      [password],
    ],
    ['whose links ask people to sign in', [asking, hidden], {}, '2 reviews wait for a decision.', [asks]],
    ['of which one link does not ask', [asking, row()], {}, '2 reviews wait for a decision.', [password]],
    [
      'of which the link that does not ask is not shown yet',
      [asking, preparing],
      {},
      `${waits} The screenshots of 1 review are being prepared.`,
      [asks],
    ],
    [
      'without links where the App offers no sign-in',
      [hidden],
      { linksWithheld: 'no sign-in' },
      waits,
      [`${withheld}\n${instead} the App’s operator sets \`GITHUB_CLIENT_ID\` and \`GITHUB_CLIENT_SECRET\`.\n${direct}`],
    ],
    [
      'without links where nobody chose sign-in',
      [hidden],
      { linksWithheld: 'by default' },
      waits,
      [`${withheld}\n${instead} set \`link: sign-in\` in \`.github/sightline.yml\`.\n${direct}`],
    ],
    [
      'with problems',
      [row()],
      { problems: ['One.', 'Two.'] },
      waits,
      [password, '> **Attention:** One.', '> **Attention:** Two.'],
    ],
  ])('%s', (_, rows, options, heading, end) => {
    const start = '<!-- sightline -->\n### Visual review';
    const parts = [start, `**${heading}**`, renderTable(rows), ...end];
    expect(renderComment(rows, options)).toBe(parts.join('\n\n'));
    expect(renderComment(rows, options, '<!-- rows -->')).toBe([...parts, '<!-- rows -->'].join('\n\n'));
  });

  test('of no review has only its heading', () => {
    expect(renderComment([])).toBe('<!-- sightline -->\n### Visual review');
  });
});
