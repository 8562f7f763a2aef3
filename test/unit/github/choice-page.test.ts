import { describe, expect, test } from 'vitest';
import { type Choice, choicePage } from '../../../app/sign-in/choice-page.ts';

const repository = (id: number, fullName = `acme/site-${id}`, isPrivate = true) => ({
  ...{ id, fullName, ownerId: 1, private: isPrivate },
});
const choose = (fields: Partial<Choice>) =>
  choicePage({
    ...{ appUrl: 'https://app.test/base', login: 'ada', writable: [repository(1)], reviewed: new Set(), search: '' },
    back: 'https://sightline.test/back?a=1&b=2',
    ...fields,
  });
const many = Array.from({ length: 23 }, (_, index) => repository(index + 1));

const way =
  '<p class="way"><a href="https://sightline.test/back?a=1&#38;b=2" rel="noreferrer">Back, without a repository</a></p>';
const signed = '<p>You are signed in with GitHub as <bdi><b>@ada</b></bdi>.</p>';
const start = `<h1>Which repository’s workspace?</h1>${signed}<p>You choose here. What connects, and where it returns to, you see and confirm on the next page.</p>`;
const box = (search: string) =>
  `<form method="get" action="https://app.test/base/sign-in/repositories" class="search" role="search"><label for="q">Find by name</label><span><input id="q" name="q" type="search" value="${search}" maxlength="100" autocomplete="off" autocapitalize="off" spellcheck="false"><button>Find</button></span></form>`;
const entry = (id: number, name: string, about: string) =>
  `<li><form method="post" action="https://app.test/base/sign-in/choose"><input type="hidden" name="repository" value="${id}"><button><bdi>${name}</bdi><small>${about}</small></button></form></li>`;

describe('the page on which a person chooses a repository', () => {
  test('lists them, those with reviews first', () => {
    const writable = [repository(1, 'acme/a&b'), repository(2, 'acme/site', false), repository(3, 'acme/docs')];
    const entries = [
      entry(3, 'acme/docs', 'private · has reviews'),
      entry(1, 'acme/a&#38;b', 'private'),
      entry(2, 'acme/site', 'public'),
    ];
    expect(choose({ writable, reviewed: new Set([3]) })).toEqual({
      title: 'Which repository?',
      body: `${start}<ul class="repositories">${entries.join('')}</ul>${way}`,
    });
  });

  test('without a repository says who has one', () => {
    expect(choose({ writable: [] })).toEqual({
      title: 'No repository to choose',
      body: `<h1>No repository to choose</h1>${signed}<p>This App is not installed on any repository that you can write to. Somebody who runs one installs it there. With another account, sign in to that one at GitHub first.</p>${way}`,
    });
  });

  test('finds by a part of the name, in any case', () => {
    const [, second] = many;
    expect(choose({ writable: many, search: 'SITE-2"' }).body).toBe(
      `${start}${box('SITE-2&#34;')}<p role="status">None of yours is called so.</p>${way}`,
    );
    expect(choose({ writable: many.slice(0, 3), search: 'Site-2' }).body).toBe(
      `${start}${box('Site-2')}<ul class="repositories">${entry(2, second?.fullName ?? '', 'private')}</ul>${way}`,
    );
  });

  test.each([
    [8, '', 8, ''],
    [9, box(''), 9, ''],
    [20, box(''), 20, ''],
    [21, box(''), 20, '<p role="status">1 more. Find them by name.</p>'],
    [23, box(''), 20, '<p role="status">3 more. Find them by name.</p>'],
  ])('of %i repositories has a search from nine on, and twenty entries at most', (count, search, listed, more) => {
    const entries = many.slice(0, listed).map(({ id, fullName }) => entry(id, fullName, 'private'));
    expect(choose({ writable: many.slice(0, count) }).body).toBe(
      `${start}${search}<ul class="repositories">${entries.join('')}</ul>${more}${way}`,
    );
  });
});
