import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../server/cli/failure.ts';
import { additionsOf, type CaptureOptions, readSource as read } from '../../../server/cli/read-source.ts';

const readSource = (words: string[], capture: CaptureOptions, labels: string[]) =>
  read(words, capture, labels, Object.create(null));

const PNG = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1');

async function inFolder(work: (path: (name: string) => string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'source-'));
  const path = (name: string) => join(folder, name);
  try {
    const files: [string, string | Buffer][] = [
      ...['home.png', 'cart.png'].map((name): [string, Buffer] => [name, PNG]),
      ['photo.bin', Buffer.from('\xff\xd8\xffrest', 'latin1')],
      ['notes.txt', 'no image'],
      ['empty.png', ''],
      ['deck.pdf', '%PDF-1.7'],
      ['mail.html', '<p>Hello</p>'],
      ['late.pdf', '\n%PDF-1.7'],
      ['latin1.html', Buffer.from('<p>Grüße</p>', 'latin1')],
    ];
    for (const [name, content] of files) await writeFile(path(name), content);
    await work(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('files are recognised by their first bytes: images, one PDF or one email', async () => {
  await inFolder(async (path) => {
    const images = await readSource([path('home.png'), path('photo.bin')], {}, ['Start']);
    expect(images.first.images).toMatchObject([
      { image: expect.stringMatching(/^data:image\/png;base64,/), label: 'Start' },
      { image: expect.stringMatching(/^data:image\/jpeg;base64,/), label: 'photo' },
    ]);
    expect((await readSource([path('deck.pdf')], {}, [])).first).toEqual({
      pdf: Buffer.from('%PDF-1.7').toString('base64'),
    });
    expect((await readSource([path('late.pdf')], {}, [])).first).toHaveProperty('pdf');
    expect((await readSource([path('mail.html')], {}, [])).first).toEqual({ html: '<p>Hello</p>' });
  });
});

test('files that cannot be sent are named before anything is sent', async () => {
  await inFolder(async (path) => {
    const mistake = async (names: string[], options = {}, labels: string[] = []) => {
      const error = await readSource(names.map(path), options, labels).catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(UsageError);
      return error instanceof Error ? error.message.replaceAll(`${path('')}/`, '') : '';
    };
    expect(await mistake(['home.png', 'notes.txt'])).toBe('notes.txt is not a PNG, JPEG, WebP, PDF or .html file.');
    expect(await mistake(['empty.png'])).toBe('empty.png is empty.');
    expect(await mistake(['latin1.html'])).toBe('latin1.html is not UTF-8 text. Save it as UTF-8.');
    expect(await mistake(['nowhere.png'])).toContain('nowhere.png is not there');
    expect(await mistake(['.'])).toContain('is a folder');
    expect(await mistake(['home.png', 'deck.pdf'])).toContain('Give it alone');
    expect(await mistake(['home.png', 'home.png'])).toContain('Two images are labelled');
    expect(await mistake(['home.png'], {}, ['a', 'b'])).toBe('There are more labels than images.');
    expect(await mistake(['home.png'], { mask: ['.clock'] })).toContain('are for addresses');
    expect(await mistake(Array.from({ length: 1001 }, () => 'home.png'))).toContain('1001 images are too many');
  });
});

test.each(['localhost:3000', 'localhost:3000/pricing', '127.0.0.1:8080', 'shop.example:80/a', 'localhost'])(
  '%s without a file of this name is probably an address',
  async (word) => {
    await expect(readSource([word], {}, [])).rejects.toThrow(`Did you mean the address http://${word}?`);
  },
);

test.each(['home.png', 'shots/home.png', 'shots:1'])('%s is taken for a file', async (word) => {
  await expect(readSource([word], {}, [])).rejects.toThrow(`${word} is not there. Give images`);
});

test('five images are sent with the creation, the others after it; a PDF is not added to a review', async () => {
  await inFolder(async (path) => {
    const labels = Array.from({ length: 7 }, (_, at) => `${at}`);
    const source = await readSource(
      labels.map(() => path('home.png')),
      {},
      labels,
    );
    expect([source.first.images?.length, source.further.length, source.firstCount]).toEqual([5, 2, 5]);
    expect(additionsOf(source).map(({ label }) => label)).toEqual(labels);
    const deck = await readSource([path('deck.pdf')], {}, []);
    expect(() => additionsOf(deck)).toThrow('makes a review of its own');
  });
});

describe('paths of a site', () => {
  const service = { place: 'service' } as const;
  const addresses = async (words: string[], capture: CaptureOptions = {}) =>
    additionsOf(await readSource(words, { ...service, ...capture }, [])).map(({ page_url }) => page_url);

  test.each<[string[], string[], string[]]>([
    [['http://localhost:3000', '/pricing'], ['/'], ['http://localhost:3000/', 'http://localhost:3000/pricing']],
    [
      ['https://a.example/shop/?key=1'],
      ['/', '/cart?x=2#/open'],
      ['https://a.example/shop/?key=1', 'https://a.example/shop/cart?key=1&x=2#/open'],
    ],
    [['https://a.example', 'https://b.example', '/c'], ['/c'], ['https://a.example/c', 'https://b.example/c']],
  ])('%j with --pages %j is %j', async (words, pages, expected) => {
    expect(await addresses(words, { pages })).toEqual(expected);
  });

  test.each([
    [['http://localhost:3000', 'pricing'], ['/'], 'not "pricing"'],
    [['http://localhost:3000'], ['//evil.example/'], 'not "//evil.example/"'],
    [['home.png'], ['/'], 'are for addresses of pages'],
  ])('%j with --pages %j is refused', async (words, pages, why) => {
    await expect(addresses(words, { pages })).rejects.toThrow(why);
  });

  test('are the address itself without --pages, with the capture’s options', async () => {
    const source = await readSource(
      ['https://a.example/one', 'https://a.example/one'],
      { ...service, mask: ['.clock'] },
      [],
    );
    expect(additionsOf(source)).toEqual([{ capture_url: true, page_url: 'https://a.example/one', mask: ['.clock'] }]);
  });
});

test('a page is captured where `--capture` says, whatever its address', async () => {
  const local = await readSource(['http://localhost:3000/'], { place: 'service' }, []);
  expect(local.first).toEqual({ capture_url: true, page_url: 'http://localhost:3000/' });
  // A capture on this machine begins with the session.
  const session = () => {
    throw new Error('captured here');
  };
  const here = read(['https://a.example/'], { place: 'here' }, [], Object.assign(Object.create(null), { session }));
  await expect(here).rejects.toThrow('captured here');
});
