import { describe, expect, test } from 'vitest';
import { idempotencyKey } from '../../action/idempotency-key.ts';
import { missingShots, splitMaterial, titleOf } from '../../action/pass/request.ts';
import { environmentFilter } from '../../action/sources/deployment.ts';
import { labelFiles } from '../../action/sources/images.ts';
import { pageUrls } from '../../action/sources/pages.ts';

const pull = {
  owner: 'acme',
  repo: 'site',
  repositoryId: 7,
  private: true,
  number: 42,
  title: 'Bigger buttons',
  headSha: 'a'.repeat(40),
  draft: false,
  fork: false,
  author: 'ida',
  workflowRunId: null,
};
const picture = (label: string, size = 10) => ({ label, image: `data:image/png;base64,${label}`, size });
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
  sha256: '',
  change: null,
});

describe('title', () => {
  test('is the pull request’s, with the name in front unless it is the default', () => {
    expect(titleOf(pull, { name: 'visual', title: '' })).toBe('Bigger buttons');
    expect(titleOf(pull, { name: 'Checkout', title: '' })).toBe('Checkout · Bigger buttons');
    expect(titleOf(pull, { name: 'Checkout', title: 'Mine' })).toBe('Mine');
  });

  test('never exceeds 160 characters, whatever the pull request is called', () => {
    for (const title of ['x'.repeat(400), '👩‍🚀'.repeat(100)]) {
      const made = titleOf({ ...pull, title }, { name: 'n'.repeat(100), title: '' });
      expect(made.length).toBeLessThanOrEqual(160);
      expect(made).toMatch(/…$/);
      expect(made.isWellFormed()).toBe(true);
    }
  });
});

describe('material', () => {
  test('the first five pictures go with the creation, the others after it', () => {
    const { first, further } = splitMaterial({
      kind: 'images',
      pictures: [...'abcdefg'].map((label) => picture(label)),
    });
    expect(first.images).toHaveLength(5);
    expect(further.map(({ label }) => label)).toEqual(['f', 'g']);
  });

  test('large pictures make the creation carry fewer', () => {
    const large = 9 * 1024 * 1024;
    const { first, further } = splitMaterial({
      kind: 'images',
      pictures: [...'abcde'].map((label) => picture(label, large)),
    });
    expect(first.images).toHaveLength(4);
    expect(further).toHaveLength(1);
  });

  test('a protected preview’s headers and cookies go with every page', () => {
    const { first, further } = splitMaterial({
      kind: 'capture',
      pages: ['https://x.test/', 'https://x.test/pricing'],
      headers: { 'x-bypass': 'a' },
      cookies: [{ name: 'session', value: 'b' }],
      waitFor: '',
      mask: [],
    });
    const secrets = { headers: { 'x-bypass': 'a' }, cookies: [{ name: 'session', value: 'b' }] };
    expect([first, ...further]).toMatchObject([secrets, secrets]);
  });

  test('what is missing are pictures by label and pages by address; what could not be made is not asked for again', () => {
    const { first, further } = splitMaterial({
      kind: 'capture',
      pages: ['https://x.test/', 'https://x.test/pricing', 'https://x.test/contact'],
      headers: {},
      cookies: [],
      waitFor: '',
      mask: [],
    });
    const all = [first, ...further];
    const screenshots = [shot('/ · desktop', 'https://x.test'), shot('/ · mobile', 'https://x.test')];
    const problems = [{ label: '/pricing · mobile', message: 'It answered 500.' }];
    expect(missingShots(all, { screenshots, problems })).toEqual([further[1]]);
    const pictures = [{ label: 'a' }, { label: 'b' }];
    expect(missingShots(pictures, { screenshots: [shot('a')], problems: [] })).toEqual([{ label: 'b' }]);
  });
});

describe('labels', () => {
  test('are paths without extension; those that differ by it alone keep it', () => {
    expect(labelFiles(['shots/home.png', 'shots/cart.png', 'shots/cart.webp'])).toEqual([
      'shots/home',
      'shots/cart.png',
      'shots/cart.webp',
    ]);
  });

  test('stay apart and within 120 characters for long paths', () => {
    const deep = `${'folder/'.repeat(30)}page`;
    const labels = labelFiles([`one/${deep}.png`, `two/${deep}.png`]);
    expect(new Set(labels).size).toBe(2);
    for (const label of labels) expect(label.length).toBeLessThanOrEqual(120);
  });
});

describe('pages', () => {
  test('lie below the site’s address and keep its query', () => {
    expect(pageUrls('https://x.test/docs/?key=1', ['/', '/a?b=2#c'])).toEqual([
      'https://x.test/docs/?key=1',
      'https://x.test/docs/a?key=1&b=2#c',
    ]);
  });

  test('come once each, and default to the first page', () => {
    expect(pageUrls('https://x.test', ['/a', '/a'])).toEqual(['https://x.test/a']);
    expect(pageUrls('https://x.test', [])).toEqual(['https://x.test/']);
  });

  test.each(['pricing', '//evil.test/', 'https://evil.test/'])('%s is refused: it could lead elsewhere', (path) => {
    expect(() => pageUrls('https://x.test', [path])).toThrow(/^Input "paths"/);
  });

  test('more than a review holds are refused', () => {
    const paths = Array.from({ length: 21 }, (_, index) => `/${index}`);
    expect(() => pageUrls('https://x.test', paths)).toThrow(/21 pages are too many/);
  });
});

test('an environment’s name matches as a whole, with * for any text', () => {
  expect(environmentFilter('Preview')('preview')).toBe(true);
  expect(environmentFilter('Preview')('Preview – site')).toBe(false);
  expect(environmentFilter('Preview*')('Preview – site')).toBe(true);
  expect(environmentFilter('a.b')('axb')).toBe(false);
});

describe('idempotency key', () => {
  const parts = { runId: '1', attempt: null, body: { title: 't', images: ['x'] }, further: [] };

  test('is the same for the same run that sends the same things', () => {
    expect(idempotencyKey(parts)).toBe(idempotencyKey({ ...parts, body: { title: 't', images: ['x'] } }));
  });

  test.each([
    { ...parts, runId: '2' },
    { ...parts, attempt: '2' },
    { ...parts, body: { title: 't', images: ['y'] } },
    { ...parts, further: [{ label: 'z' }] },
  ])('differs for %j', (other) => {
    expect(idempotencyKey(other)).not.toBe(idempotencyKey(parts));
  });
});
