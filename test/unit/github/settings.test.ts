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
import { createPathMatcher } from '../../../app/settings/paths.ts';
import { describeProblems, findLine } from '../../../app/settings/read-settings.ts';

describe('the settings of a repository', () => {
  test('are all read from the file', () => {
    const settings = parseSettings(
      {
        reviews: { visual: null, email: { paths: ['emails/**'] } },
        summary: true,
        require: { paths: ['src/ui/**'], only: 'agents' },
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
      require: { paths: ['src/ui/**'], agentsOnly: true },
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

  const noSuch = 'there is no such setting';
  const booleans = 'must be true or false';
  const rule = 'must be `link`, `write` or `team:org/slug`';
  const whole = 'must be names, each with its value';
  const name =
    'must have a name of 1 to 100 plain visible characters, with single spaces between words; type it again if it looks right';
  const everyFile = new Map<string, readonly string[] | null>([['visual', null]]);
  const wrong: Array<[given: unknown, field: string, message: string, without: Partial<Settings>]> = [
    [{ approvers: 'everybody' }, 'approvers', rule, { approvers: 'unknown' }],
    [{ approvers: 'team:design' }, 'approvers', rule, { approvers: 'unknown' }],
    [{ approvers: 'write', 'not-author': 'yes' }, 'not-author', booleans, { approvers: 'unknown' }],
    [{ reviews: { visual: { path: ['a'] } } }, 'reviews.visual.path', noSuch, { reviews: everyFile }],
    [{ reviews: { visual: { paths: [] } } }, 'reviews.visual.paths', 'must not be empty', { reviews: everyFile }],
    [
      { reviews: { visual: { paths: ['a', ''] }, email: { paths: ['emails/**'] } } },
      ...(['reviews.visual.paths.1', 'must not be empty'] as const),
      { reviews: new Map([...everyFile, ['email', ['emails/**']]]) },
    ],
    [{ reviews: { '': null, visual: null } }, 'reviews.', name, { reviews: everyFile }],
    [{ reviews: { 'vi\u200bsual': null } }, 'reviews.vi\u200bsual', name, { reviews: everyFile }],
    [{ reviews: { '\uff56isual ': null } }, 'reviews.\uff56isual ', name, { reviews: everyFile }],
    [{ reviews: ['visual', 1] }, 'reviews', 'must be names, each with its values', { reviews: everyFile }],
    [{ reviews: 'visual' }, 'reviews', 'must be names, each with its values', { reviews: everyFile }],
    [{ reviews: true }, 'reviews', 'must be names, each with its values', {}],
    [{ summary: 1 }, 'summary', booleans, {}],
    [
      { require: { paths: ['src/**'], only: 'bots' } },
      ...(['require.only', 'must be agents', { require: { paths: ['src/**'], agentsOnly: false } }] as const),
    ],
    [{ require: { only: 'agents' } }, 'require.paths', 'is missing', { require: { paths: ['**'], agentsOnly: false } }],
    [{ pictures: 'some' }, 'pictures', booleans, { pictures: false }],
    [{ 'carry-over': 1 }, 'carry-over', booleans, {}],
    [{ max_passes: 0 }, 'max_passes', 'must be at least 1', {}],
    [{ max_passes: 21 }, 'max_passes', 'must be at most 20', {}],
    [{ link: 'open' }, 'link', 'must be direct, sign-in or hidden', { link: 'hidden', agentLink: 'hidden' }],
    [{ link: 'sign-in', aprovers: 'write' }, 'aprovers', noSuch, { link: 'sign-in', agentLink: 'sign-in' }],
    [{ fixer: 'comment' }, 'fixer', '`fixer: comment` needs `mention`, whom the comment calls', {}],
    [{ fixer: 'robot' }, 'fixer', 'must be none, workflow_dispatch or comment', {}],
    [{ fixer: 'comment', mention: '@a @all' }, 'mention', 'must be one mention, for example @my-agent', {}],
    [
      { fixer: 'workflow_dispatch', workflow: '../../evil.yml' },
      ...(['workflow', 'must be the name of a file in .github/workflows', {}] as const),
    ],
    [[], '', whole, { approvers: 'unknown', pictures: false, link: 'hidden', agentLink: 'hidden' }],
  ];
  test.each(wrong)('report what is wrong by field, and are strict there: %j', (given, field, message, without) => {
    const path = field === '' ? [] : field.split('.');
    expect(parseSettings(given, true)).toEqual({
      ...defaultSettings(true),
      ...{ carryOver: false, ...without, problems: [{ path, message, line: null }] },
    });
  });

  test('keep what can be read, and use the strict default for what cannot', () => {
    const given = { approvers: 'write', 'not-author': true, summary: true, pictures: true, link: 'direct' };
    const two = { fixr: 'none', other: 1 };
    expect(parseSettings({ ...given, reviews: { visual: null }, max_passes: 5, ...two }, false)).toEqual({
      ...defaultSettings(false),
      ...{ approvers: 'write', notAuthor: true, summary: true, pictures: true, carryOver: false },
      ...{ link: 'direct', agentLink: 'direct', reviews: new Map([['visual', null]]) },
      problems: Object.keys(two).map((key) => ({ path: [key], message: noSuch, line: null })),
    });
    expect(parseSettings({ fixr: 'none' }, true)).toMatchObject({ pictures: true, approvers: 'link' });
    expect(unreadableSettings(true, 'no', 3)).toEqual({
      ...parseSettings([], true),
      problems: [{ path: [], message: 'no', line: 3 }],
    });
  });

  test('are explained by line and field, with the file\u2019s own text neutralised', () => {
    const text = 'summary: true\nreviews:\n  email:\n    # what it shows\n    paths: []\n"@all|`x`": 1\n';
    expect(findLine(text, ['reviews', 'email', 'paths'])).toBe(5);
    expect(findLine(text, ['summary'])).toBe(1);
    expect(findLine(text, ['nothing'])).toBeNull();
    // `paths` of another review, above, is another key.
    expect(findLine('a:\n  paths: 1\nb:\n  paths: 2\n', ['b', 'paths'])).toBe(4);
    expect(findLine(text, ['reviews', 'nothing', 'paths'])).toBe(2);
    expect(findLine('reviews:\n  a: 1\nrequire:\n  only: 2\n', ['reviews', 'only'])).toBe(1);
    expect(findLine('reviews: {\n  a: { paths: [x,\n  2] } }\n', ['reviews', 'a', 'paths', '1'])).toBe(3);
    const end =
      'It is read from the default branch. Until it is fixed, what cannot be read counts in its strictest sense.';
    const unknown = { path: ['@all|`x`', 'y'], message: noSuch, line: 6 };
    expect(describeProblems([unknown, { path: [], message: 'no', line: null }])).toBe(
      `\`.github/sightline.yml\` is not valid: line 6, \`@all¦'x'.y: ${noSuch}\`; \`no\`. ${end}`,
    );
    const many = Array.from({ length: 12 }, (_, line) => ({ path: ['a'], message: 'no', line }));
    expect(describeProblems(many)).toMatch(/line 9, `a: no` and 2 more\. It is read/);
    expect(describeProblems([])).toBeNull();
  });

  test('match the committed JSON Schema', async () => {
    const file = new URL('../../../app/settings/sightline.schema.json', import.meta.url);
    const schema = JSON.parse(await readFile(file, 'utf8'));
    expect(schema, 'node app/settings/json-schema.ts writes it anew').toEqual(JSON.parse(writeJsonSchema()));
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
    expect(createPathMatcher(globs)(file)).toBe(expected);
  });

  test('of any shape are matched without trying every combination', () => {
    const globs = ['*a'.repeat(140), '**/'.repeat(99), '{a,b}'.repeat(60), `{${'a,'.repeat(140)}}`];
    expect(globs.map((glob) => createPathMatcher([glob])(`${'a/'.repeat(500)}b`))).toEqual([false, true, true, false]);
    // Above its limit of alternatives a glob matches everything: an unneeded review is better than a missing one.
    expect(createPathMatcher(['{a,b}'.repeat(60)])('x')).toBe(true);
  });

  test('match every file once they have taken too long, so that they do not stop the service', () => {
    const matches = createPathMatcher(Array.from({ length: 100 }, () => `${'{*a,*b}'.repeat(7)}${'**a'.repeat(45)}x`));
    const file = `src/${'a'.repeat(190)}.ts`;
    const matched = Array.from({ length: 3000 }, () => matches(file));
    expect(matched.at(-1)).toBe(true);
    // Files of a usual pull request, and globs of a usual file, are far from the limit.
    const usual = createPathMatcher(['src/**/*.{ts,tsx}', 'app/**', '**/*.css', '!**/*.md', 'packages/*/src/**']);
    expect(Array.from({ length: 3000 }, (_, at) => usual(`lib/components/part-${at}/deep/file.py`))).not.toContain(
      true,
    );
  });
});
