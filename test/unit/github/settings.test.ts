import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import {
  defaultSettings,
  parseSettings,
  type Settings,
  settingsFor,
  unreadableSettings,
} from '../../../app/settings/file.ts';
import { writeJsonSchema } from '../../../app/settings/json-schema.ts';
import { matchesPaths } from '../../../app/settings/paths.ts';
import { describeProblems, findLine } from '../../../app/settings/read-settings.ts';

describe('the settings of a repository', () => {
  test('are all read from the file', () => {
    const settings = parseSettings(
      {
        reviews: { visual: null, email: { paths: ['emails/**'] } },
        summary: true,
        approvers: 'team:acme/design',
        'not-author': true,
        link: 'sign-in',
        pictures: true,
        'carry-over': false,
        fixer: 'comment',
        mention: '@my-agent',
        workflow: 'fix.yaml',
        max_passes: 7,
      },
      false,
    );
    expect(settings).toEqual({
      reviews: new Map([
        ['visual', null],
        ['email', ['emails/**']],
      ]),
      summary: true,
      approvers: 'team:acme/design',
      notAuthor: true,
      link: 'sign-in',
      agentLink: 'sign-in',
      pictures: true,
      carryOver: false,
      fixer: 'comment',
      mention: '@my-agent',
      workflow: 'fix.yaml',
      maxPasses: 7,
      problems: [],
    });
  });

  test('by default show links and images on private repositories only', () => {
    expect(defaultSettings(true)).toMatchObject({ link: 'direct', pictures: true, approvers: 'link', fixer: 'none' });
    expect(defaultSettings(false)).toMatchObject({ link: 'hidden', pictures: false, reviews: null, summary: false });
  });

  test('ask for a sign-in on passes that agents opened, where sign-in exists and no rule says otherwise', () => {
    const linkFor = (settings: Settings, runId: number | null) => settingsFor(settings, { runId }).link;
    for (const isPrivate of [true, false]) {
      for (const signsIn of [true, false]) {
        const own = defaultSettings(isPrivate, signsIn);
        expect(linkFor(own, 1)).toBe(own.link);
        expect(linkFor(own, null)).toBe(signsIn ? 'sign-in' : own.link);
        for (const given of [{ approvers: 'link' }, { link: 'direct' }]) {
          const chosen = parseSettings(given, isPrivate, signsIn);
          expect(linkFor(chosen, null)).toBe(chosen.link);
        }
      }
    }
    expect(linkFor(parseSettings({ pictures: 'some' }, true, true), null)).toBe('sign-in');
    expect(linkFor(parseSettings({ link: 'open' }, true, true), null)).toBe('hidden');
  });

  const wrong: Array<[unknown, string]> = [
    [{ approvers: 'everybody' }, 'approvers'],
    [{ approvers: 'team:design' }, 'approvers'],
    [{ 'not-author': 'yes' }, 'not-author'],
    [{ reviews: { visual: { path: ['a'] } } }, 'reviews.visual.path'],
    [{ reviews: { visual: { paths: [] } } }, 'reviews.visual.paths'],
    [{ reviews: ['visual'] }, 'reviews'],
    [{ summary: 1 }, 'summary'],
    [{ pictures: 'some' }, 'pictures'],
    [{ max_passes: 0 }, 'max_passes'],
    [{ link: 'open' }, 'link'],
    [{ aprovers: 'write' }, 'aprovers'],
    [{ fixer: 'comment' }, 'fixer'],
    [{ fixer: 'robot' }, 'fixer'],
    [{ fixer: 'comment', mention: '@a @everyone' }, 'mention'],
    [{ fixer: 'workflow_dispatch', workflow: '../../evil.yml' }, 'workflow'],
    [[], ''],
  ];
  test.each(wrong)('report what is wrong by field: %j', (given, field) => {
    const settings = parseSettings(given, true);
    expect(settings.problems.map(({ path }) => path.join('.'))).toContain(field);
    expect(settings).toMatchObject({ fixer: 'none', carryOver: false });
  });

  test('keep what can be read, and use the strict default for what cannot', () => {
    const typo = parseSettings({ approvers: 'write', summary: true, reviews: { visual: null }, fixr: 'none' }, false);
    expect(typo).toMatchObject({ approvers: 'write', summary: true, link: 'hidden', pictures: false });
    expect([...(typo.reviews?.keys() ?? [])]).toEqual(['visual']);
    expect(parseSettings({ approvers: 'me' }, true).approvers).toBe('unknown');
    expect(parseSettings({ 'not-author': 'perhaps' }, true).approvers).toBe('unknown');
    expect(parseSettings({ pictures: 1 }, true).pictures).toBe(false);
    expect(unreadableSettings(true, 'no', 3)).toMatchObject({ approvers: 'unknown', link: 'hidden', pictures: false });
  });

  test('are explained by line and field, with the file\u2019s own text neutralised', () => {
    const text = 'summary: true\nreviews:\n  email:\n    # what it shows\n    paths: []\n"@all|`x`": 1\n';
    expect(findLine(text, ['reviews', 'email', 'paths'])).toBe(5);
    expect(findLine(text, ['summary'])).toBe(1);
    expect(findLine(text, ['nothing'])).toBeNull();
    const said = describeProblems([{ path: ['@all|`x`'], message: 'there is no such setting', line: 6 }]);
    expect(said).toContain("line 6, `@all\u00a6'x': there is no such setting`");
    expect(describeProblems([])).toBeNull();
  });

  test('match the committed JSON Schema', async () => {
    const file = new URL('../../../app/settings/sightline.schema.json', import.meta.url);
    const schema = JSON.parse(await readFile(file, 'utf8'));
    expect(schema, 'node app/settings/json-schema.ts writes it anew').toEqual(JSON.parse(writeJsonSchema()));
    expect(Object.keys(schema.properties)).toEqual([
      'reviews',
      'summary',
      'approvers',
      'not-author',
      'link',
      'pictures',
      'carry-over',
      'fixer',
      'workflow',
      'mention',
      'max_passes',
    ]);
    expect(schema.additionalProperties).toBe(false);
    expect(schema.required).toBeUndefined();
  });
});

describe('paths', () => {
  const cases: Array<[string[], string, boolean]> = [
    [['src/**'], 'src/a/b.ts', true],
    [['src/**'], 'other/src/a.ts', false],
    [['src/*.ts'], 'src/a.ts', true],
    [['src/*.ts'], 'src/a/b.ts', false],
    [['**/*.css'], 'main.css', true],
    [['**/*.css'], 'a/b/main.css', true],
    [['**'], '.github/workflows/x.yml', true],
    [['*'], '.env', true],
    [['*'], 'a/b', false],
    [['docs/'], 'docs/a/b.md', true],
    [['./docs/*'], 'docs/a.md', true],
    [['/docs/*'], 'docs/a.md', true],
    [['a?c'], 'abc', true],
    [['a?c'], 'a/c', false],
    [['{web,app}/**/*.{ts,tsx}'], 'app/x/y.tsx', true],
    [['{web,app}/**/*.{ts,tsx}'], 'lib/x/y.tsx', false],
    [['**', '!**/*.md'], 'a/b.md', false],
    [['**', '!**/*.md', 'docs/**'], 'docs/b.md', true],
    [['!**/*.md'], 'a.ts', true],
    [['a.b'], 'axb', false],
    [['caf\u00e9/**'], 'caf\u00e9/\u{1f600}.png', true],
  ];
  test.each(cases)('%j and %s: %s', (globs, file, expected) => {
    expect(matchesPaths(globs, file)).toBe(expected);
  });

  test('of any shape are matched without trying every combination', () => {
    const globs = ['*a'.repeat(140), '**/'.repeat(99), '{a,b}'.repeat(60), `{${'a,'.repeat(140)}}`];
    expect(globs.map((glob) => matchesPaths([glob], `${'a/'.repeat(500)}b`))).toEqual([false, true, true, false]);
    // Above its limit of alternatives a glob matches everything: an unneeded review is better than a missing one.
    expect(matchesPaths(['{a,b}'.repeat(60)], 'x')).toBe(true);
  });
});
