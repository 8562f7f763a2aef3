import { describe, expect, test } from 'vitest';
import { inputError } from '../../../action/error.ts';
import { describeMissing } from '../../../action/sources/dir.ts';
import { imageType, labelFiles, slashed } from '../../../action/sources/images.ts';
import { createLabels } from '../../../action/sources/index.ts';
import { requireCapacity } from '../../../action/sources/on-runner.ts';
import { isGlob, pagesInStates } from '../../../action/sources/page-line.ts';
import { chooseStories } from '../../../action/sources/storybook.ts';

describe('labels', () => {
  test('are distinct across sources: the first is unchanged, a later one gets its source in front, then a number', () => {
    const labels = createLabels();
    const given = [
      labels.forImage('images', '/a · desktop'),
      labels.forImage('dir', '/a · desktop'),
      labels.forImage('dir', '/a · desktop'),
      labels.forImage('dir', 'x'.repeat(120)),
      labels.forImage('storybook', 'x'.repeat(120)),
    ];
    expect(given).toEqual([
      '/a · desktop',
      'dir /a · desktop',
      'dir /a · desktop (2)',
      'x'.repeat(120),
      `storybook ${'x'.repeat(110)}`,
    ]);
    expect(labels.forPage('url', 'https://x.test/b?c=1')).toBeUndefined();
    expect(labels.forPage('url', 'https://x.test/a')).toBe('url /a');
    expect(labels.forPage('url', 'https://x.test/b?c=1#there')).toBe('url /b?c=1');
    expect(labels.forPage('deployment', 'https://y.test/a')).toBe('deployment /a');
    expect(labels.forPage('url', 'https://x.test/a', { colour_scheme: 'dark' })).toBeUndefined();
    expect(labels.forPage('deployment', 'https://y.test/a', { colour_scheme: 'dark' })).toBe('deployment /a');
  });

  test('are paths without extension; those that differ only by it keep it', () => {
    expect(labelFiles(['shots/home.png', 'shots/cart.png', 'shots/cart.webp'])).toEqual([
      'shots/home',
      'shots/cart.png',
      'shots/cart.webp',
    ]);
  });

  test('are the same for composed and decomposed accents in file names', () => {
    expect(labelFiles(['U\u0308ber uns/Seite eins.png'])).toEqual(['\u00dcber uns/Seite eins']);
  });

  test('use slashes on Windows too, where a backslash cannot be part of a name', () => {
    expect(slashed('shots\\Über uns\\a b.png', '\\')).toBe('shots/Über uns/a b.png');
    expect(slashed('D:\\a\\_temp/shots\\**\\*.png', '\\')).toBe('D:/a/_temp/shots/**/*.png');
    expect(slashed('a\\b.png', '/')).toBe('a\\b.png');
  });

  test('are distinct and within 120 characters for long paths', () => {
    const deep = `${'folder/'.repeat(30)}page`;
    const labels = labelFiles([`one/${deep}.png`, `two/${deep}.png`]);
    expect(new Set(labels).size).toBe(2);
    for (const label of labels) expect(label.length).toBeLessThanOrEqual(120);
  });
});

const pageUrls = (site: string, lines: string[]) => pagesInStates(site, lines).map(({ url }) => url);

describe('pages in states', () => {
  const refusal = (...lines: string[]) => {
    try {
      pagesInStates('https://x.test', lines);
    } catch (error) {
      return (error as Error).message;
    }
    return null;
  };

  test('have steps and modes behind their path', () => {
    const line = '/shop | click nav > a | type #q = a|b | dark | full motion | locale de | state menu open';
    const state = {
      ...{ steps: ['click nav > a', 'type #q = a|b'], colour_scheme: 'dark', reduced_motion: false, locale: 'de' },
      state: 'menu open',
    };
    expect(pagesInStates('https://x.test', ['/shop', line, line])).toEqual([
      { url: 'https://x.test/shop', state: {} },
      { url: 'https://x.test/shop', state },
    ]);
  });

  test('are refused when two have the same label', () => {
    const same = 'have the same label, /shop · menu · desktop. Add "| state NAME" to one of them.';
    const [first, second] = ['/shop | click .a | state menu', '/shop | click .b | state menu'] as const;
    expect(refusal(first, second)).toBe(`Input "paths": the lines "${first}" and "${second}" ${same}`);
    expect(refusal(first, first, '/shop | click .b')).toBeNull();
    expect(refusal(`${first} | mobile`, `${second} | desktop`)).toBeNull();
    expect(refusal(`${first} | desktop | mobile`, `${second} | desktop`)).toContain('/shop · menu · desktop');
  });

  test.each([
    [
      '/shop | clik .a',
      '"clik .a" in the line "/shop | clik .a" is neither a step (click, hover, focus, type, scroll, wait) nor desktop,',
    ],
    ['/shop | click', '"click" in the line "/shop | click" is incomplete. Write click SELECTOR, such as click .menu.'],
    ['/shop | locale x_y', 'is neither a step'],
    ['/shop | state x', 'names a state but has no step and no mode. Add what brings the page there.'],
    [`/shop${' | click .a'.repeat(21)}`, '"/shop" has 21 steps; a page takes up to 20.'],
  ])('are refused: %s', (line, words) => {
    expect(refusal(line)).toContain(words);
  });
});

describe('pages', () => {
  test('are below the site’s address and keep its query', () => {
    expect(pageUrls('https://x.test/docs/?key=1', ['/', '/a?b=2#c'])).toEqual([
      'https://x.test/docs/?key=1',
      'https://x.test/docs/a?key=1&b=2#c',
    ]);
  });

  test('are listed once each, and default to the first page', () => {
    expect(pageUrls('https://x.test', ['/a', '/a'])).toEqual(['https://x.test/a']);
    expect(pageUrls('https://x.test', [])).toEqual(['https://x.test/']);
  });

  test.each(['pricing', '//evil.test/', 'https://evil.test/'])('refuse %s, which could leave the site', (path) => {
    expect(() => pageUrls('https://x.test', [path])).toThrow(
      inputError('paths', `"${path}" must start with one "/", for example /pricing.`),
    );
  });

  test('refuse more than a review holds', () => {
    const paths = Array.from({ length: 501 }, (_, index) => `/${index}`);
    expect(pageUrls('https://x.test', paths.slice(1))).toHaveLength(500);
    expect(() => pageUrls('https://x.test', paths)).toThrow(
      inputError(
        'paths',
        '501 pages are too many for one review, which holds 500. Use several steps with a "name" each.',
      ),
    );
  });

  test.each([
    ['/pricing', false],
    ['/docs/*', true],
    ['!/pricing', true],
    ['/pricing | click [class*=menu]', false],
    ['/docs/* | dark', true],
  ])('of a folder may be globs: %s', (path, glob) => {
    expect(isGlob(path)).toBe(glob);
  });
});

test('a source of more screenshots than a review holds is refused', () => {
  expect(() => requireCapacity('stories', 40, 40, 'stories')).not.toThrow();
  expect(() => requireCapacity('stories', 41, 40, 'stories')).toThrow(
    inputError(
      'stories',
      '41 stories are too many for one review, which holds 40. Choose fewer, or use several steps with a "name" each.',
    ),
  );
});

test('stories are chosen by globs in the Storybook’s own order', () => {
  const stories = ['Button/Primary', 'Button/Plain', 'Card/Plain'].map((path, index) => ({ id: `${index}`, path }));
  const choose = (...patterns: string[]) => chooseStories(stories, patterns).map(({ path }) => path);
  expect(choose()).toEqual(['Button/Primary', 'Button/Plain', 'Card/Plain']);
  expect(choose('Card/*', 'Button/Pr*')).toEqual(['Button/Primary', 'Card/Plain']);
  expect(choose('!*/Plain')).toEqual(['Button/Primary']);
  expect(choose('Button/*', '!*/Plain')).toEqual(['Button/Primary']);
});

test('an image is recognised by its first bytes', () => {
  const type = (...bytes: (number | string)[]) =>
    imageType(Buffer.concat(bytes.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part])))));
  expect(type(0x89, 'PNG\r\n', 0x1a, '\n', 'IHDR')).toBe('image/png');
  expect(type(0xff, 0xd8, 0xff, 'Exif')).toBe('image/jpeg');
  expect(type('RIFF', 1, 2, 3, 4, 'WEBPVP8 ')).toBe('image/webp');
  expect([type('RIFF', 1, 2, 3, 4, 'WAVE'), type('1234', 1, 2, 3, 4, 'WEBP'), type('GIF89a'), type()]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
});

test('files that pages asked for and a folder has not are named, the first five of them', () => {
  const say = (...paths: string[]) => describeMissing(paths, 'out');
  expect(say()).toBeNull();
  expect(say('/favicon.ico')).toBeNull();
  expect(say('/favicon.ico', '/base/app.js')).toBe(
    'The pages asked for a file that out has not: /base/app.js. If they should be there, build with the base path "/".',
  );
  const end = 'If they should be there, build with the base path "/".';
  expect(say('/a', '/b', '/c', '/d', '/e')).toBe(
    `The pages asked for 5 files that out has not: /a, /b, /c, /d, /e. ${end}`,
  );
  expect(say('/a', '/b', '/c', '/d', '/e', '/f')).toBe(
    `The pages asked for 6 files that out has not: /a, /b, /c, /d, /e, …. ${end}`,
  );
});
