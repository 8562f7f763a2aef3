import { describe, expect, test } from 'vitest';
import { idempotencyKey } from '../../../action/pass/open-pass.ts';
import { everyShot, missingShots, showsOthers, splitMaterial, titleOf } from '../../../action/pass/request.ts';
import type { Image, Page } from '../../../action/sources/source.ts';
import { pixelHash, writePng } from '../../../server/capture/png.ts';
import { groupShots, toAddition } from '../../../server/contract/send-shots.ts';
import { showing } from './support/client.ts';
import { pull } from './support/pull.ts';

const makeImage = (label: string, length = 0) => ({ label, image: `data:image/png;base64,${'A'.repeat(length)}` });
const page = (url: string, fields: Partial<Page> = {}): Page => ({
  ...{ url, headers: {}, cookies: [], waitFor: '', mask: [], ...fields },
});
const shots = (images: Image[], pages: Page[] = []) => ({ kind: 'shots' as const, images, pages, failed: [] });
const [shown] = showing(['']).screenshots;
const shot = (label: string, page_url: string | null = null) => ({
  ...(shown as typeof shown & object),
  label,
  page_url,
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
    const large = 12_000_000;
    const { first, further } = splitMaterial(shots([...'abcde'].map((label) => makeImage(label, large))));
    expect(first.images).toHaveLength(4);
    expect(further).toHaveLength(1);
  });

  test('adds up to a hundred images with one request, fewer when they are large, and each page alone', () => {
    const images = Array.from({ length: 205 }, (_, at) => makeImage(`${at}`));
    const [first, second] = [page('https://x.test/'), page('https://x.test/a')];
    const groups = groupShots(everyShot(shots(images, [first, second])));
    expect(groups.map((group) => group.length)).toEqual([100, 100, 5, 1, 1]);
    expect(groups.flat()).toEqual(everyShot(shots(images, [first, second])));
    expect(groups.slice(2).map(toAddition)).toEqual([
      { images: images.slice(200) },
      { capture_url: true, page_url: 'https://x.test/' },
      { capture_url: true, page_url: 'https://x.test/a' },
    ]);
    const large = [...'abcdef'].map((label) => makeImage(label, 12_000_000));
    expect(groupShots(large).map((group) => group.map(({ label }) => label).join(''))).toEqual(['abcd', 'ef']);
    expect(groupShots([makeImage('a', 60_000_000), makeImage('b')])).toHaveLength(2);
    expect(groupShots([])).toEqual([]);
  });

  test('of a document is the whole review', () => {
    expect(splitMaterial({ kind: 'pdf', pdf: 'https://x.test/a.pdf' })).toEqual({
      ...{ first: { pdf: 'https://x.test/a.pdf' }, further: [] },
    });
    expect(splitMaterial({ kind: 'html', html: '<p>' })).toEqual({ first: { html: '<p>' }, further: [] });
    for (const document of [{ kind: 'pdf', pdf: 'a' } as const, { kind: 'html', html: 'a' } as const]) {
      expect(everyShot(document)).toEqual([]);
      expect(showsOthers(document, { screenshots: [shot('Page 1')], problems: [] })).toBe(false);
    }
    expect(splitMaterial(shots([]))).toEqual({ first: {}, further: [] });
  });

  test('has of a page only what the workflow gives', () => {
    const all = { headers: { a: 'b' }, cookies: [{ name: 'c', value: 'd' }], label: 'url /a', mask: ['.e'] };
    const plain = { capture_url: true, page_url: 'https://x.test/' };
    const full = { capture_url: true, page_url: 'https://x.test/a', ...all, wait_for: '#f' };
    const material = shots(
      [makeImage('a')],
      [page('https://x.test/'), page('https://x.test/a', { ...all, waitFor: '#f' })],
    );
    const image = makeImage('a');
    expect(splitMaterial(material)).toEqual({ first: { images: [image] }, further: [plain, full] });
    expect(everyShot(material)).toEqual([image, plain, full]);
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
    // Another client may have given the page another label.
    expect(missingShots(all, { screenshots: [shot('Home', 'https://x.test')], problems })).toEqual([further[1]]);
    const inMenu = { steps: ['click .menu'] };
    const states = everyShot(shots([], [page('https://x.test/'), page('https://x.test/', { state: inMenu })]));
    const [plain, menu] = states;
    const state = { ...inMenu, colour_scheme: 'light' as const, reduced_motion: true, locale: 'en-US' };
    const inState = { ...shot('/ · click .menu · desktop', 'https://x.test'), state };
    expect(missingShots(states, { screenshots: [inState], problems: [] })).toEqual([plain]);
    expect(missingShots(states, { screenshots: screenshots.slice(0, 1), problems: [] })).toEqual([menu]);
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

  test('tell other pixels under the same label, where they can be read', async () => {
    const pixels = { width: 1, height: 1, channels: 3 as const, data: Buffer.from([1, 2, 3]) };
    const sha256 = pixelHash(pixels);
    const image = `data:image/png;base64,${(await writePng(pixels)).toString('base64')}`;
    const sent = (label: string, other = image) => ({ ...makeImage(label), image: other });
    const others = (images: Image[], shown: object, problems: { label: string; message: string }[] = []) =>
      showsOthers(shots(images), { screenshots: [{ ...shot('a'), ...shown }], problems });
    expect(others([sent('a')], { sha256 })).toBe(false);
    expect(others([sent('a')], { sha256: 'of other pixels' })).toBe(true);
    // The service alone can compare files that are not plain PNGs.
    expect(others([sent('a', 'data:image/webp;base64,')], { sha256: 'of other pixels' })).toBe(false);
    expect(others([sent('a'), sent('b')], { sha256 }, [{ label: 'b', message: 'It is broken.' }])).toBe(false);
  });
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
