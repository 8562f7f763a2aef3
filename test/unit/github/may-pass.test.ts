import { expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../../../app/settings/file.ts';
import { describeVisitors, mayPass, type Requirement, requirementOf } from '../../../app/sign-in/may-pass.ts';
import type { ReviewerAccess } from '../../../app/store/reviewer-access.ts';

const links = ['direct', 'sign-in', 'hidden'] as const;
const someone: ReviewerAccess = { login: 'ada', userId: 1, mayWrite: false, team: null, isAuthor: false };
/** The people who decide: the login that the service knows, and what GitHub says about that person. */
const deciders = {
  'plain link': [null, null],
  'login nobody confirmed': ['ada', null],
  'login that another was confirmed': ['mallory', someone],
  reader: ['ada', someone],
  writer: ['Ada', { ...someone, mayWrite: true }],
  member: ['ada', { ...someone, team: 'acme/design' }],
  'member of another team': ['ada', { ...someone, team: 'acme/sales' }],
  'author who may write': ['ada', { ...someone, mayWrite: true, isAuthor: true, team: 'acme/design' }],
} as const;
type Decider = keyof typeof deciders;

const passing: Record<Requirement, readonly Decider[]> = {
  link: Object.keys(deciders) as Decider[],
  read: ['reader', 'writer', 'member', 'member of another team', 'author who may write'],
  write: ['writer', 'author who may write'],
  'team:acme/design': ['member', 'author who may write'],
  unknown: [],
};

test('an approval passes exactly when the rule allows the person who decided', () => {
  let rows = 0;
  for (const approvers of ['link', 'write', 'team:acme/design', 'unknown'] as const) {
    for (const isPrivate of [true, false]) {
      for (const link of links) {
        for (const notAuthor of [true, false]) {
          const settings = { approvers, link, notAuthor };
          const asked = requirementOf(settings, isPrivate);
          for (const [decider, [login, access]] of Object.entries(deciders) as [
            Decider,
            (typeof deciders)[Decider],
          ][]) {
            const pull = { private: isPrivate, authors: ['octocat'] };
            const reason = mayPass(settings, { verified_login: login }, pull, access);
            const known = passing.read.includes(decider);
            const author = decider === 'author who may write';
            const passes = (passing[asked] ?? []).includes(decider) && (!notAuthor || (known && !author));
            expect(reason === null, `${approvers} ${link} ${isPrivate} ${notAuthor} ${decider}: ${reason}`).toBe(
              passes,
            );
            if (reason !== null) expect(reason).toMatch(/^[`A-Z].*\.$/);
            rows += 1;
          }
        }
      }
    }
  }
  console.log(`approvals: ${rows} combinations of rules and deciders`);
});

test('the rule `link` depends on who can get the link', () => {
  const rules = (link: (typeof links)[number]) => ({ ...defaultSettings(false), approvers: 'link' as const, link });
  expect(links.map((link) => requirementOf(rules(link), true))).toEqual(['link', 'read', 'link']);
  expect(links.map((link) => requirementOf(rules(link), false))).toEqual(['link', 'write', 'write']);
});

const signIn = 'sign in and approve.';
const alone = `alone. The link does not prove that: open the review from the pull request’s comment, ${signIn}`;
const unknown =
  'the person who approved is not known to be one. If they are, they sign in from the pull request’s comment again.';
const ownAuthor =
  'This repository does not take the approval of the pull request’s own author, nor of who pushed its commit or opened another pull request with it.';
const takes = 'This repository takes the approval of a person who signed in with GitHub';

test.each<[who: Decider, approvers: Settings['approvers'], notAuthor: boolean, reason: string | null]>([
  ['plain link', 'link', false, null],
  ['plain link', 'link', true, `${takes}, and is not the pull request’s author, ${alone}`],
  ['plain link', 'write', false, `${takes} and may write to this repository ${alone}`],
  ['plain link', 'team:acme/design', false, `${takes} and is a member of \`acme/design\` ${alone}`],
  ['login that another was confirmed', 'write', false, `${takes} and may write to this repository ${alone}`],
  ['reader', 'write', false, `${takes} and may write to this repository; ${unknown}`],
  ['reader', 'team:acme/design', true, `${takes} and is a member of \`acme/design\`; ${unknown}`],
  ['author who may write', 'write', true, ownAuthor],
  [
    'writer',
    'unknown',
    false,
    '`.github/sightline.yml` does not say in a way that can be read whose approval counts. Until it is fixed, nobody’s does.',
  ],
])('the check says why the approval of a %s does not count for `approvers: %s`, not-author %s', (who, ...rules) => {
  const [approvers, notAuthor, reason] = rules;
  const [login, access] = deciders[who];
  const pull = { private: true, authors: ['octocat'] };
  expect(mayPass({ approvers, link: 'direct', notAuthor }, { verified_login: login }, pull, access)).toBe(reason);
});

test('the people who see a review after a sign-in are named as the sign-in lets them in', () => {
  expect(describeVisitors('read')).toBe('Everybody who can read this repository');
  expect(describeVisitors('unknown')).toBe(describeVisitors('write'));
  expect(describeVisitors('team:acme/design')).toBe('Every member of `acme/design` who can read this repository');
});

test('the author is also recognised by login when they confirmed before they opened the pull request', () => {
  const settings = { approvers: 'write', link: 'sign-in', notAuthor: true } as const;
  const access = { ...someone, mayWrite: true };
  const passes = (authors: string[]) =>
    mayPass(settings, { verified_login: 'ada' }, { private: true, authors }, access);
  expect(passes(['ada'])).toBe(ownAuthor);
  expect(passes(['octocat'])).toBeNull();
});
