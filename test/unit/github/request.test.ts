import { describe, expect, test } from 'vitest';
import { idempotencyKey } from '../../../action/idempotency-key.ts';
import { missingShots, showsOthers, splitMaterial, titleOf } from '../../../action/pass/request.ts';
import { environmentFilter } from '../../../action/sources/deployment.ts';
import { describeMissing } from '../../../action/sources/dir.ts';
import { labelFiles, slashed } from '../../../action/sources/images.ts';
import { createLabels } from '../../../action/sources/label.ts';
import { pageUrls } from '../../../action/sources/pages.ts';
import type { Image, Page } from '../../../action/sources/source.ts';
import { pull } from './support/pull.ts';

const makeImage = (label: string, size = 10) => ({ label, image: `data:image/png;base64,${label}`, size });
const page = (url: string, fields: Partial<Page> = {}): Page => ({
  url,
  headers: {},
  cookies: [],
  waitFor: '',
  mask: [],
  ...fields,
});
const shots = (images: Image[], pages: Page[] = []) => ({ kind: 'shots' as const, images, pages, failed: [] });
const shot = (label: string, page_url: string | null = null) => ({
  index: 0,
  label,
  url: 'https://x.test/1',
  thumbnail_url: 'https://x.test/2',
  width: 1,
  height: 1,
  viewport: null,
  page_url,
  page_number: null,
  tile_height: null,
  elements_url: null,
  notices: [],
  notice_codes: [],
  sha256: '',
  change: null,
});

describe('title', () => {
  test('is the pull request’s, with the name in front unless it is the default', () => {
    expect(titleOf(pull, { name: 'visual', title: '' })).toBe('Bigger buttons');
    expect(titleOf(pull, { name: 'Checkout', title: '' })).toBe('Checkout · Bigger buttons');
    expect(titleOf(pull, { name: 'Checkout', title: 'Mine' })).toBe('Mine');
  });

  test('never exceeds 160 characters', () => {
    for (const title of ['x'.repeat(400), '👩‍🚀'.repeat(100)]) {
      const made = titleOf({ ...pull, title }, { name: 'n'.repeat(100), title: '' });
      expect(made.length).toBeLessThanOrEqual(160);
      expect(made).toMatch(/…$/);
      expect(made.isWellFormed()).toBe(true);
    }
  });
});

describe('material', () => {
  test('sends the first five images with the creation, the others after it', () => {
    const { first, further } = splitMaterial(shots([...'abcdefg'].map((label) => makeImage(label))));
    expect(first.images).toHaveLength(5);
    expect(further.map(({ label }) => label)).toEqual(['f', 'g']);
  });

  test('sends fewer images with the creation when they are large', () => {
    const large = 9 * 1024 * 1024;
    const { first, further } = splitMaterial(shots([...'abcde'].map((label) => makeImage(label, large))));
    expect(first.images).toHaveLength(4);
    expect(further).toHaveLength(1);
  });

  test('sends a protected preview’s headers and cookies with every page', () => {
    const secrets = { headers: { 'x-bypass': 'a' }, cookies: [{ name: 'session', value: 'b' }] };
    const pages = ['https://x.test/', 'https://x.test/pricing'].map((url) => page(url, secrets));
    const { first, further } = splitMaterial(shots([], pages));
    expect([first, ...further]).toMatchObject([secrets, secrets]);
  });

  test('finds missing images by label and missing pages by address, and skips those that failed', () => {
    const pages = ['https://x.test/', 'https://x.test/pricing', 'https://x.test/contact'].map((url) => page(url));
    const { first, further } = splitMaterial(shots([], pages));
    const all = [first, ...further];
    const screenshots = [shot('/ · desktop', 'https://x.test'), shot('/ · mobile', 'https://x.test')];
    const problems = [{ label: '/pricing · mobile', message: 'It answered 500.' }];
    expect(missingShots(all, { screenshots, problems })).toEqual([further[1]]);
    const images = [{ label: 'a' }, { label: 'b' }];
    expect(missingShots(images, { screenshots: [shot('a')], problems: [] })).toEqual([{ label: 'b' }]);
  });
});

describe('several sources', () => {
  const pages = [page('https://x.test/'), page('https://x.test/a', { label: 'url /a' })];
  const material = shots(
    [...'abcdef'].map((label) => makeImage(label)),
    pages,
  );

  test('make the review from images and add everything else in order', () => {
    const { first, further } = splitMaterial(material);
    expect(first).toEqual({ images: [...'abcde'].map((label) => ({ label, image: expect.any(String) })) });
    expect(further.map(({ label, page_url }) => label ?? page_url)).toEqual(['f', 'https://x.test/', 'url /a']);
  });

  test('report a page with its own label as missing until a screenshot has that label', () => {
    const { further } = splitMaterial(material);
    const screenshots = [shot('/ · desktop'), shot('/a · desktop', '/a')];
    expect(missingShots(further.slice(1), { screenshots, problems: [] })).toEqual([further[2]]);
    const named = [...screenshots, shot('url /a · mobile')];
    expect(missingShots(further.slice(1), { screenshots: named, problems: [] })).toEqual([]);
  });

  test('tell a review of other sources, which holds something else, from one that is only unfinished', () => {
    const is = (labels: string[]) =>
      showsOthers(material, { screenshots: labels.map((label) => shot(label)), problems: [] });
    expect(is(['a', 'b'])).toBe(false);
    expect(is([...'abcdef', '/ · desktop', 'url /a · desktop', 'added by an agent'])).toBe(false);
    expect(is(['a', 'of another job'])).toBe(true);
    expect(is(['/elsewhere · desktop'])).toBe(true);
  });

  test('keep labels distinct: the first is unchanged, a later one gets its source in front, then a number', () => {
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
  });
});

describe('labels', () => {
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
    expect(() => pageUrls('https://x.test', [path])).toThrow(/^Input "paths"/);
  });

  test('refuse more than a review holds', () => {
    const paths = Array.from({ length: 21 }, (_, index) => `/${index}`);
    expect(() => pageUrls('https://x.test', paths)).toThrow(/21 pages are too many/);
  });
});

test('files that pages asked for and a folder has not are named, the first five of them', () => {
  const say = (...paths: string[]) => describeMissing(paths, 'out');
  expect(say()).toBeNull();
  expect(say('/favicon.ico')).toBeNull();
  expect(say('/favicon.ico', '/base/app.js')).toBe(
    'The pages asked for a file that out has not: /base/app.js. If they should be there, build with the base path "/".',
  );
  expect(say('/a', '/b', '/c', '/d', '/e')).toContain('asked for 5 files that out has not: /a, /b, /c, /d, /e. If');
  expect(say('/a', '/b', '/c', '/d', '/e', '/f')).toContain('6 files that out has not: /a, /b, /c, /d, /e, …. If');
});

test('match an environment’s whole name, with * for any text', () => {
  expect(environmentFilter('Preview')('preview')).toBe(true);
  expect(environmentFilter('Preview')('Preview – site')).toBe(false);
  expect(environmentFilter('Preview*')('Preview – site')).toBe(true);
  expect(environmentFilter('a.b')('axb')).toBe(false);
});

describe('idempotency key', () => {
  const parts = { runId: '1', attempt: '1', reference: 'github:7:42:visual', revision: 'a', after: null };

  test('is the same for everything that one attempt of a run sends for a name and a commit', () => {
    expect(idempotencyKey(parts)).toBe(idempotencyKey({ ...parts }));
  });

  test.each([
    { ...parts, runId: '2' },
    { ...parts, attempt: '2' },
    { ...parts, reference: 'github:7:42:other' },
    { ...parts, revision: 'b' },
    { ...parts, after: '01ARZ3NDEKTSV4RRFFQ69G5FAV' },
  ])('differs for %j', (other) => {
    expect(idempotencyKey(other)).not.toBe(idempotencyKey(parts));
  });
});
