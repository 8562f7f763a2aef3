import { expect, test } from 'vitest';
import type { Operations } from '../../../../server/contract/index.ts';
import { callTool, connectMcp, refusal } from '../../../api/support/rest-and-mcp.ts';
import { dataUrl, decide, mark, rejectedReview, reviewerOf } from '../../../support/factories.ts';
import { person } from '../../../support/local-github/git.ts';
import type { Pass, Stack, Target } from './support/stack.ts';
import { tally } from './support/table.ts';

const workflow = { '.github/workflows/sightline-fix.yml': 'on: workflow_dispatch\n' };
const approvalDoesNotCount = 'check failure “Approved, but the approval does not count”, review approved';

/** The fixing agent: what starts it, and what it can decide. */
export function agents(stack: () => Stack): void {
  const push = async (target: Target, files?: Record<string, string>): Promise<Target> => {
    const { headSha } = await stack().github.push({
      ...{ repository: target.repository, branch: 'checkout', message: 'Fix' },
      ...(files === undefined ? {} : { files }),
    });
    return { ...target, headSha };
  };
  const started = (target: Target) => stack().github.dispatches(target.repository).length;
  async function decideAndSettle(pass: Pass, outcome: 'approved' | 'changes_requested'): Promise<void> {
    await decide(pass.review, outcome);
    await stack().idle();
  }

  test('an agent that never stops', async () => {
    const { table, open, newPass, github } = stack();
    const counts: number[] = [];
    let passes = 0;
    for (const settings of ['fixer: workflow_dispatch\n', 'fixer: workflow_dispatch\napprovers: write\n']) {
      let target = await open({ settings, files: workflow });
      for (let pass = 0; pass < 4; pass += 1) {
        const made = await newPass(target);
        passes += 1;
        // With the link the agent itself records an approval, which does not count under these settings.
        if (settings.includes('write')) await decideAndSettle(made, 'approved');
        await decideAndSettle(made, 'changes_requested');
        target = await push(target);
      }
      counts.push(started(target));
      const comments = await github.comments(target.repository, target.number);
      expect(comments.map(({ body }) => body).join()).toContain('was started 3 times');
    }
    expect(counts).toEqual([3, 3]);
    table.add({
      attack: 'a fixer’s loop',
      tried:
        'four passes in a row, each answered with changes; the same with approvals of its own between, under `approvers: write`',
      variants: passes,
      happened: `started ${counts.join(' and ')} times, then not any more`,
      after: 'the comment asks for a person',
    });
  });

  test('an agent started by what should start none', async () => {
    const { table, open, newPass, github, idle, tellDecision } = stack();
    const target = await open({ settings: 'fixer: workflow_dispatch\n', files: workflow });
    const pass = await newPass(target);
    await decideAndSettle(pass, 'changes_requested');
    expect(started(target)).toBe(1);
    const repository = { id: target.repositoryId, full_name: target.repository };
    const answers: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      answers.push(await tellDecision(pass, { review: { status: 'changes_requested' } }));
    }
    const [comment] = await github.comments(target.repository, target.number);
    for (const login of ['sightline[bot]', 'github-actions[bot]', 'eve']) {
      const body = `${comment?.body}\n@my-agent changes were requested`;
      const payload = { action: 'created', issue: { number: target.number }, comment: { body, user: { login } } };
      answers.push(await github.deliver(target.repository, 'issue_comment', { ...payload, repository }));
    }
    await idle();
    expect(started(target)).toBe(1);

    const moved = await open({ settings: 'fixer: workflow_dispatch\n', files: workflow });
    const late = await newPass(moved);
    await push(moved);
    await decideAndSettle(late, 'changes_requested');
    const wide = await open({ settings: 'fixer: workflow_dispatch\n', files: workflow, private: false });
    await decideAndSettle(await newPass(wide), 'changes_requested');
    expect([started(moved), started(wide)]).toEqual([0, 0]);
    table.add({
      attack: 'an agent started by what should start none',
      tried:
        'the decision told again, comments of the App, a bot and a stranger, a head that moved, a public repository',
      variants: answers.length + 2,
      happened: `${tally(answers)}; started 0 times more`,
      after: 'one start for the one decision',
    });
  });

  test('settings that the pull request itself brings', async () => {
    const { table, open, newPass, stateOf } = stack();
    const strict = 'approvers: write\nlink: direct\nnot-author: true\n';
    const lax = 'approvers: link\nfixer: workflow_dispatch\nmax_passes: 20\n';
    const files = { ...workflow, '.github/sightline.yml': strict };
    const brought = [
      { '.github/sightline.yml': lax },
      { '.github/sightline.yaml': lax, 'sightline.yml': lax },
      { '.github/sightline.yml': `${lax}carry-over: true\nsummary: true\n` },
    ];
    const states: string[] = [];
    for (const changes of brought) {
      const target = await open({ files, changes });
      const pass = await newPass(target);
      await decideAndSettle(pass, 'changes_requested');
      await decideAndSettle(pass, 'approved');
      states.push(await stateOf(pass));
      expect(started(target)).toBe(0);
    }
    expect(new Set(states)).toEqual(new Set([approvalDoesNotCount]));
    table.add({
      attack: 'sightline.yml changed in the pull request',
      tried: 'laxer approvers, an agent, under its name and others',
      variants: brought.length,
      happened: 'the default branch’s is read; no agent was started',
      after: tally(states),
    });
  });

  test('an agent that approves itself', async () => {
    const { table, service, owner, open, newPass, stateOf, idle } = stack();
    const pass = await newPass(await open({ settings: 'approvers: write\nlink: direct\n' }));
    const { id, guest_share_url } = await owner.call('get_review', { id: pass.review.id });
    const mcp = await connectMcp(service.url, owner.token);
    const { tools } = await mcp.listTools();
    const persons: (keyof Operations)[] = [
      ...(['decide', 'identify', 'verify_mark', 'reopen_mark', 'withdraw_mark', 'accept_suggestion'] as const),
      ...(['place_mark', 'accept_finding', 'withdraw_review', 'restore_review'] as const),
    ];
    expect(tools.map(({ name }) => name).filter((name) => persons.some((other) => other === name))).toEqual([]);
    const answers: string[] = [];
    for (const name of [...persons, 'approve', '../decide']) {
      const called = await mcp.callTool({ name, arguments: { id, outcome: 'approved', after_decision: 0 } }).then(
        (result) => (result.isError === true ? 'refused' : 'done'),
        () => 'no such tool',
      );
      answers.push(called);
    }
    expect(answers).not.toContain('done');
    const bearer = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ outcome: 'approved', after_decision: 0 });
    for (const path of [`/r/${owner.token}/decision`, `/r/${id}/decision`, `/api/reviews/${id}/decide`]) {
      answers.push(String((await fetch(service.url + path, { method: 'POST', headers: bearer, body })).status));
    }
    expect(answers.slice(-3)).toEqual(['404', '404', '404']);
    // An agent reports a fix, but never that the fix is good.
    const rejected = await rejectedReview(owner, [{ must_fix: true }]);
    const verified = { id: rejected.id, marks: [{ id: 1, status: 'verified' as 'resolved' }] };
    answers.push(String((await refusal(owner.call('resolve_marks', verified))).status));
    await expect(callTool(mcp, 'resolve_marks', verified)).rejects.toMatchObject({ status: 422 });
    await mcp.close();
    expect(guest_share_url).not.toBe('');
    await idle();
    expect((await stack().check(pass))?.conclusion).toBeNull();

    // It can read the link, and with a shell it can do what a person with the link does.
    await decide(pass.review, 'approved', { name: 'Octocat' });
    await idle();
    const after = await stateOf(pass);
    expect(after).toBe(approvalDoesNotCount);
    table.add({
      attack: 'an agent approves itself',
      tried:
        'every operation of the reviewer as an MCP tool, its token in place of a link, `verified`; the review’s link by hand under `approvers: write`',
      variants: answers.length + 2,
      happened: `${tally(answers)}; by the link: recorded, not taken`,
      after,
    });
  });

  test('an agent’s own next pass', async () => {
    const { table, owner, mallory, open, newPass, newReview, stateOf, github, idle, tellDecision } = stack();
    const target = await open({ settings: 'approvers: write\nlink: direct\n' });
    const pass = await newPass(target);
    await decideAndSettle(pass, 'changes_requested');
    const fixed = await push(target);
    const image = await dataUrl('#00ff00');
    // A pass of another workspace, one of another commit, and one that nothing leads to.
    const foreign = await refusal(
      mallory.call('create_review', {
        title: 'x',
        images: [image],
        parent_id: pass.review.id,
        revision: fixed.headSha,
      }),
    );
    expect(foreign.status).toBe(422);
    expect(foreign.body.message).toMatch(/parent/i);
    const loose = await newReview(fixed);
    await decide(loose, 'approved');
    const forged: Pass = { ...pass, target: fixed, review: loose, secret: loose.review_url.split('/').at(-1) ?? '' };
    const answer = await tellDecision(forged, { review: { parent_id: pass.review.id } });
    await idle();
    expect(await github.checks(target.repository, fixed.headSha)).toEqual([]);

    const { review } = await reviewerOf(pass.review).call('read_review', {});
    const old = await owner.call('create_review', {
      ...{ title: 'Pass 2', parent_id: review.id, revision: 'd'.repeat(40) },
      images: [image],
    });
    await decide(old, 'approved');
    await idle();
    expect(await github.checks(target.repository, fixed.headSha)).toEqual([]);
    const after = await stateOf(pass);
    expect(after).toContain('check failure “Changes requested”');
    table.add({
      attack: 'an agent’s own next pass, approved',
      tried: 'from another workspace, without its parent, naming a parent in the webhook, of another commit',
      variants: 4,
      happened: `${foreign.status}; webhook ${answer}; not adopted`,
      after: `no check on the new head; ${after}`,
    });
  });

  test('an approval despite a must-fix mark', async () => {
    const { table, open, newPass, stateOf, idle } = stack();
    const pass = await newPass(await open());
    const reviewer = reviewerOf(pass.review);
    await reviewer.call('place_mark', mark({ must_fix: true }));
    const answers = [
      (await refusal(decide(pass.review, 'approved'))).status,
      (await refusal(decide(pass.review, 'approved', { settle: [{ mark_id: 2, as: 'verified' }] }))).status,
      (await refusal(reviewer.call('decide', { outcome: 'approved', after_decision: 7 }))).status,
    ];
    expect(answers.filter((status) => status < 400)).toEqual([]);
    await idle();
    const after = await stateOf(pass);
    expect(after).toBe('check in_progress “Waiting for a decision”, review open');
    table.add({
      attack: 'approval over a must-fix mark',
      tried: 'plainly, settling another mark, after a decision that never was',
      variants: answers.length,
      happened: tally(answers),
      after,
    });
  });

  test('buttons and events of somebody else’s check', async () => {
    const { table, open, newPass, github, idle, stateOf } = stack();
    const [pass, other] = [await newPass(await open()), await newPass(await open())];
    await idle();
    const check = await stack().check(pass);
    const sent = [
      { action: 'requested_action', requested_action: { identifier: 'approve' } },
      { action: 'requested_action', requested_action: { identifier: 'try_again' } },
      { action: 'completed', check_run_conclusion: 'success' },
      { action: 'rerequested' },
    ];
    const before = (await github.checks(pass.target.repository, pass.target.headSha)).length;
    const answers: number[] = [];
    for (const payload of sent) {
      // A check of another repository than the one that the event names.
      const { repository, repositoryId } = other.target;
      answers.push(
        await github.deliver(repository, 'check_run', {
          ...payload,
          check_run: { id: check?.id, head_sha: pass.target.headSha },
          repository: { id: repositoryId, full_name: repository },
          sender: { login: person.login },
        }),
      );
    }
    await idle();
    expect(await github.checks(pass.target.repository, pass.target.headSha)).toHaveLength(before);
    const after = await stateOf(pass);
    expect(after).toBe('check in_progress “Waiting for a decision”, review open');
    table.add({
      attack: 'another repository’s event names this check',
      tried: 'buttons that exist and that do not, a conclusion, a re-run',
      variants: answers.length,
      happened: tally(answers),
      after,
    });
  });
}
