import { expect, test } from 'vitest';
import { refusal } from '../../../api/support/rest-and-mcp.ts';
import { assertionsOf } from '../../../support/app.ts';
import { decide, reviewerOf } from '../../../support/factories.ts';
import { allowWrite, assertionFor, visit } from './support/sign-in.ts';
import { type Stack, waiting } from './support/stack.ts';
import { tally } from './support/table.ts';

const approvalDoesNotCount = 'check failure “Approved, but the approval does not count”, review approved';

/** Approvals by people whose approval does not count. */
export function approvals(stack: () => Stack): void {
  test('a link leaked on a public repository', async () => {
    const { table, open, newPass, github, idle, stateOf } = stack();
    const rules = [
      'link: direct\napprovers: write\n',
      'link: direct\napprovers: team:globex/design\n',
      'link: direct\nnot-author: true\n',
      // The link is shown nowhere, and leaks in another way: a log, a chat.
      'link: sign-in\n',
      'link: hidden\n',
      '',
      'approvers: everybody\nlink: direct\n',
    ];
    const states: string[] = [];
    for (const settings of rules) {
      const target = await open({ private: false, settings });
      const pass = await newPass(target);
      await idle();
      const [comment] = await github.comments(target.repository, target.number);
      const shown = /\/r\/([\w-]{40,})/.exec(comment?.body ?? '')?.[1];
      // Read from the comment where it is shown there.
      expect(shown === pass.secret, settings).toBe(/^link: direct/m.test(settings));
      await decide(pass.review, 'approved', { name: 'Octocat (maintainer)' });
      await idle();
      states.push(await stateOf(pass));
      expect(states.at(-1), settings).toBe(approvalDoesNotCount);
      const check = await stack().check(pass);
      expect(check?.summary).toContain(
        'someone with the link on the review page who gave the name `Octocat (maintainer)`',
      );
    }
    table.add({
      attack: 'link leaked on a public repository',
      tried:
        'read from the comment or elsewhere, approved under a maintainer’s name; write, team, not-author, sign-in, hidden, none, wrong settings',
      variants: rules.length,
      happened: 'the service records it; the check says who is asked for',
      after: tally(states),
    });
  });

  test('a link that the repository itself gives to everybody', async () => {
    const { table, open, newPass, idle, stateOf } = stack();
    const choices = [
      { private: false, settings: 'link: direct\n' },
      { private: true, settings: '' },
    ];
    const states: string[] = [];
    for (const choice of choices) {
      const pass = await newPass(await open(choice));
      await decide(pass.review, 'approved', { name: 'Ada' });
      await idle();
      states.push(await stateOf(pass));
      const check = await stack().check(pass);
      expect(check?.summary).toContain('A link proves that somebody was given it, not who pressed the button.');
    }
    expect(new Set(states)).toEqual(new Set(['check success “Approved”, review approved']));
    table.add({
      attack: 'link read by whoever may see it, `approvers: link`',
      tried:
        'private by default, public with `link: direct`; the author, an agent or a guest of the repository decides',
      variants: choices.length,
      happened: 'STANDS by the repository’s choice; the check says what a link proves',
      after: tally(states),
    });
  });

  test('the author and machines sign in to approve', async () => {
    const { table, open, newPass, idle, stateOf, github } = stack();
    const target = await open({ settings: 'link: sign-in\napprovers: write\nnot-author: true\n' });
    const pass = await newPass(target);
    const octocat = (await (await fetch(`${github.apiUrl}/users/octocat`)).json()) as { id: number };
    allowWrite(stack(), pass, 'octocat', octocat.id);
    const reviewer = reviewerOf(pass.review);
    const assertion = await assertionFor(stack(), pass, 'octocat');
    const { identity } = await reviewer.call('identify', { assertion });
    await decide(pass.review, 'approved', { identity });
    await idle();
    const after = await stateOf(pass);
    expect(after).toBe(approvalDoesNotCount);
    expect((await stack().check(pass))?.summary).toContain('own author');

    // GitHub signs in no bot. If the App confirmed one nevertheless, the service would refuse its name.
    const bots = ['sightline[bot]', 'github-actions[bot]', 'my-agent[bot]'];
    const { url: audience } = stack().service;
    const app = assertionsOf(audience);
    const sign = (login: string) => app.signReview({ reviewId: pass.review.id, userId: 4712, login });
    // The key is the App’s own, so a person’s name is accepted.
    expect((await reviewer.call('identify', { assertion: await sign('grace') })).login).toBe('grace');
    const answers: number[] = [];
    for (const login of bots) {
      answers.push((await refusal(reviewer.call('identify', { assertion: await sign(login) }))).status);
    }
    expect(answers).toEqual([403, 403, 403]);
    table.add({
      attack: 'the author approves, a bot is confirmed',
      tried: '`not-author` with the author signed in; sightline, github-actions and an agent as bots that may write',
      variants: 1 + bots.length,
      happened: `author: recorded, not taken; bots: ${tally(answers)}`,
      after,
    });
  });

  test('an approver’s assertion in other hands', async () => {
    const { table, open, newPass, idle, stateOf, setAhead } = stack();
    const settings = 'link: sign-in\napprovers: write\n';
    const [pass, other] = [await newPass(await open({ settings })), await newPass(await open({ settings }))];
    for (const each of [pass, other]) allowWrite(stack(), each, 'ada', 4711);
    const used = await assertionFor(stack(), pass, 'ada');
    const { identity } = await reviewerOf(pass.review).call('identify', { assertion: used });
    const late = await assertionFor(stack(), pass, 'ada');
    const [head = '', , tail = ''] = (await assertionFor(stack(), pass, 'ada')).split('.');
    const changed = Buffer.from(JSON.stringify({ login: 'octocat', review_id: pass.review.id })).toString('base64url');
    const answers: number[] = [];
    const identify = async (assertion: string, at = pass) =>
      void answers.push((await refusal(reviewerOf(at.review).call('identify', { assertion }))).status);
    await identify(used);
    await identify(await assertionFor(stack(), pass, 'ada'), other);
    await identify(`${head}.${changed}.${tail}`);
    await identify(`${head}.${changed}.`);
    setAhead(11 * 60_000);
    await identify(late);
    setAhead(0);
    // The session from the assertion is also limited to that review, and to eight hours.
    const decided = async (at: typeof pass) =>
      void answers.push((await refusal(decide(at.review, 'approved', { identity }))).status);
    await decided(other);
    setAhead(9 * 3_600_000);
    await decided(pass);
    setAhead(0);
    expect(answers).toEqual([403, 403, 403, 403, 403, 403, 403]);
    await idle();
    expect([await stateOf(pass), await stateOf(other)]).toEqual([waiting, waiting]);
    table.add({
      attack: 'an approver’s assertion in other hands',
      tried: 'replayed, for another review, changed, unsigned, expired; its identity elsewhere and too late',
      variants: answers.length,
      happened: tally(answers),
      after: waiting,
    });
  });

  test('people without permission at the address that identifies reviewers', async () => {
    const { table, open, newPass, people, stateOf, idle } = stack();
    const answers: number[] = [];
    const attempts = [
      { private: true, settings: 'link: sign-in\n' },
      { private: true, settings: 'link: sign-in\napprovers: write\n' },
      { private: false, settings: 'link: sign-in\n' },
      { private: false, settings: 'link: sign-in\napprovers: team:globex/design\n' },
    ];
    people.addPerson('eve');
    const states: string[] = [];
    for (const options of attempts) {
      const pass = await newPass(await open(options));
      const { repository: fullName, repositoryId: id } = pass.target;
      if (options.settings.includes('write')) people.allow('eve', { fullName, id, private: true }, 'read');
      people.addMember('eve', 'globex/design', 'pending');
      const { status, location } = await visit(stack(), pass, 'eve');
      expect(location).toBe('');
      answers.push(status);
      await idle();
      states.push(await stateOf(pass));
    }
    expect(tally(answers)).toBe(`403 × ${attempts.length}`);
    expect(new Set(states)).toEqual(new Set([waiting]));
    table.add({
      attack: 'sign-in by somebody who may not',
      tried: 'a stranger, a reader where write is asked, a passer-by of a public repository, invited to the team only',
      variants: attempts.length,
      happened: `${tally(answers)}, the link is not told`,
      after: waiting,
    });
  });
}
