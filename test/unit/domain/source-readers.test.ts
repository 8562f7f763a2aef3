import { describe, expect, test } from 'vitest';
import { DomainError } from '../../../server/domain/failure.ts';
import { readSource } from '../../../server/domain/review/source.ts';
import { captureLabel, readCaptureUrl, readImageItem } from '../../../server/domain/shot/rules.ts';
import { readFileSource } from '../../../server/domain/upload/read-file-source.ts';

const MAX = 1000;
const bytes = Buffer.from('some bytes, whatever they are: ÿ');
const base64 = bytes.toString('base64');

function refusal(run: () => unknown): { code: string; path: unknown; message: string } {
  try {
    run();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const errors = error.details.errors as { path: string }[] | undefined;
    return { code: error.code, path: errors?.[0]?.path, message: error.message };
  }
  throw new Error('It was not refused');
}

describe('an image as it is sent', () => {
  test.each([
    ['base64', base64],
    ['base64 without padding', base64.replace(/=+$/, '')],
    ['base64url', bytes.toString('base64url')],
    ['base64 in lines', base64.replace(/(.{10})/g, '$1\r\n')],
    ['a data URL', `data:image/png;base64,${base64}`],
    ['a data URL in capitals', `DATA:IMAGE/PNG;BASE64,${base64}`],
    ['a data URL with a parameter', `data:image/png;charset=utf-8;base64,${base64}`],
    ['a data URL without a type', `data:;base64,${base64}`],
  ])('%s', (_, text) => {
    const source = readFileSource(text, 'image', MAX);
    expect('bytes' in source && source.bytes).toEqual(bytes);
  });

  test.each(['https://example.com/a.png', 'HTTPS://example.com/', 'http://example.com/'])('the address %s', (url) => {
    expect(readFileSource(url, 'image', MAX)).toEqual({ url });
  });

  test.each([
    '',
    '   ',
    'not base64!',
    'ftp://example.com/a.png',
    'file:///etc/passwd',
    'data:image/png,rawbytes',
    'data:image/svg+xml;utf8,<svg/>',
    'data:image/png;base64,',
    'data:image/png;base64,@@@@',
    'AAAA=A',
    'AAAA===',
    '{"image":1}',
  ])('%j is refused with its field', (text) => {
    expect(refusal(() => readFileSource(text, 'images[2]', MAX))).toMatchObject({
      code: 'invalid_request',
      path: 'images[2]',
    });
  });

  test('is refused when it is larger than allowed, by its decoded size', () => {
    const exactly = Buffer.alloc(900, 1).toString('base64');
    expect(readFileSource(exactly, 'image', 900)).toEqual({ bytes: Buffer.alloc(900, 1) });
    expect(refusal(() => readFileSource(exactly, 'image', 899)).code).toBe('too_large');
  });
});

describe('an item of images', () => {
  test('is labelled by its position when it is text alone', () => {
    const item = readImageItem(base64, 'images[1]', 2, MAX);
    expect(item).toEqual({
      source: { bytes },
      label: 'Screenshot 2',
      pageUrl: null,
      viewport: null,
      state: null,
      elements: null,
      notices: [],
    });
  });

  test('keeps its fields when it is an object', () => {
    const viewport = { name: 'mobile', width: 390, height: 844, scale: 3 };
    const fields = { image: base64, label: 'Home', page_url: 'https://example.com/', viewport };
    expect(readImageItem(fields, 'images[0]', 1, MAX)).toMatchObject({
      label: 'Home',
      pageUrl: 'https://example.com/',
      viewport,
    });
  });

  test('is refused with the path of the field inside', () => {
    expect(refusal(() => readImageItem({ image: '?' }, 'images[0]', 1, MAX)).path).toBe('images[0].image');
  });
});

describe('captures', () => {
  const viewport = { name: 'desktop', width: 1440, height: 900, scale: 1 };

  test.each([
    ['https://pr-1.preview.example/pricing', '/pricing · desktop'],
    ['https://pr-2.preview.example/pricing', '/pricing · desktop'],
    ['https://example.com', '/ · desktop'],
    ['https://example.com/a?b=c#d', '/a?b=c · desktop'],
    ['https://example.com/app#/orders?open', '/app#/orders?open · desktop'],
    ['https://example.com/app#!/orders', '/app#!/orders · desktop'],
    [`https://example.com/${'x'.repeat(200)}`, `/${'x'.repeat(99)} · desktop`],
  ])('%s is called %s', (url, label) => {
    expect(captureLabel(url, viewport, {})).toBe(label);
  });

  test('are named by their label before their path', () => {
    expect(captureLabel('https://example.com/a', viewport, { label: 'Prices' })).toBe('Prices · desktop');
  });

  test('need both fields', () => {
    expect(readCaptureUrl({})).toBeNull();
    expect(readCaptureUrl({ capture_url: false, page_url: 'https://example.com/' })).toBeNull();
    expect(readCaptureUrl({ capture_url: true, page_url: 'https://example.com/' })).toBe('https://example.com/');
    expect(refusal(() => readCaptureUrl({ capture_url: true })).path).toBe('page_url');
  });
});

describe('exactly one source', () => {
  const sources = {
    images: { images: [base64] },
    capture: { capture_url: true, page_url: 'https://example.com/' },
    pdf: { pdf: base64 },
    html: { html: '<p>' },
  };

  test('accepts images and captures', () => {
    expect(readSource(sources.images)).toEqual({ kind: 'images', images: [base64] });
    expect(readSource(sources.capture)).toEqual({ kind: 'capture', url: 'https://example.com/' });
    const withPage = { images: [base64], page_url: 'https://example.com/' };
    expect(readSource(withPage).kind).toBe('images');
  });

  test('accepts documents', () => {
    expect(readSource(sources.pdf)).toEqual({ kind: 'pdf', ...sources.pdf });
    expect(readSource(sources.html)).toEqual({ kind: 'html', ...sources.html });
  });

  const names = ['images', 'capture', 'pdf', 'html'] as const;
  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((two) => [one, two] as const));
  test.each(pairs)('refuses %s and %s together', (one, two) => {
    expect(refusal(() => readSource({ ...sources[one], ...sources[two] }))).toEqual({
      code: 'invalid_request',
      path: 'images',
      message: `Send one source only; this request has ${one} and ${two}.`,
    });
  });

  test('refuses none, and says what a page_url alone lacks', () => {
    expect(refusal(() => readSource({}))).toMatchObject({
      path: 'images',
      message: 'A review needs a source: `images`, `capture_url: true` with `page_url`, `pdf` or `html`.',
    });
    for (const more of [{}, { capture_url: false }]) {
      expect(refusal(() => readSource({ page_url: 'https://example.com/', ...more }))).toMatchObject({
        path: 'capture_url',
        message: 'Add `capture_url: true` to have `page_url` captured.',
      });
    }
  });
});
