import { expect, test } from 'vitest';
import { defaultSettings } from '../../../app/settings/file.ts';
import { mayPass, type Requirement, requirementOf } from '../../../app/sign-in/may-pass.ts';
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

test('the author is also recognised by login when they confirmed before they opened the pull request', () => {
  const settings = { approvers: 'write', link: 'sign-in', notAuthor: true } as const;
  const access = { ...someone, mayWrite: true };
  expect(mayPass(settings, { verified_login: 'ada' }, { private: true, authors: ['ada'] }, access)).toContain(
    'own author',
  );
  expect(mayPass(settings, { verified_login: 'ada' }, { private: true, authors: ['octocat'] }, access)).toBeNull();
});
