import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../server/contract/client.ts';
import type { ErrorBody } from '../../../server/contract/error.ts';
import { createDraft, type Draft } from '../../../server/web/home/draft.ts';
import { kindOf, labelsOf, sortFiles } from '../../../server/web/home/files.ts';
import { home } from '../../../server/web/home/strings.ts';
import { createTrial } from '../../../server/web/home/trial.ts';
import { troubleOf } from '../../../server/web/home/trouble.ts';
import { createKeep } from '../../../server/web/shared/kept-token.ts';
import { createMemory } from '../../../server/web/shared/memory.ts';
import { browserStorage } from '../../web/support/browser-storage.ts';

const newDraft = () => createDraft(createMemory(browserStorage));
const fileOf = (name: string, type = 'image/png', content = 'x') => new File([content], name, { type });

describe('a given file', () => {
  test.each([
    ['a.bin', 'image/png', 'images'],
    ['a.bin', 'IMAGE/JPEG', 'images'],
    ['a.webp', '', 'images'],
    ['a.gif', 'image/gif', null],
    ['a.png', 'image/gif', null],
    ['deck', 'application/pdf', 'pdf'],
    ['deck.PDF', '', 'pdf'],
    ['mail', 'text/html', 'email'],
    ['mail.htm', '', 'email'],
    ['notes.txt', 'text/plain', null],
    ['pdf', '', null],
    ['html', '', null],
  ])('%s of type “%s” is: %s', (name, type, kind) => {
    expect(kindOf({ name, type })).toBe(kind);
  });

  test('is left out with the reason: unsupported, empty, another kind than the first, or too many', () => {
    const [png, pdf] = [fileOf('a.png'), fileOf('b.pdf', 'application/pdf')];
    const [empty, text] = [fileOf('c.png', 'image/png', ''), fileOf('d.txt', 'text/plain')];
    expect(sortFiles([empty, text, png, pdf], 0)).toEqual({
      kind: 'images',
      files: [png],
      left: [home.left.empty('c.png'), home.left.kind('d.txt'), home.left.mixed('b.pdf')],
    });
    const more = fileOf('e.png');
    expect(sortFiles([png, more], 4)).toEqual({ kind: 'images', files: [png], left: [home.left.many('e.png')] });
    const second = fileOf('f.pdf', 'application/pdf');
    expect(sortFiles([pdf, second], 0)).toEqual({ kind: 'pdf', files: [pdf], left: [home.left.mixed('f.pdf')] });
    expect(sortFiles([text], 0)).toMatchObject({ kind: null, files: [] });
  });
});

describe('the suggested title', () => {
  test('is the name of the PDF, or of the first image with the number of others', async () => {
    const draft = newDraft();
    draft.kind.value = 'pdf';
    expect(draft.suggested.value).toBe('');
    await draft.add([fileOf('q3_deck.pdf', 'application/pdf')]);
    expect(draft.suggested.value).toBe('Q3 deck');
    await draft.add([fileOf('check-out@2x.png'), fileOf('cart.png')]);
    expect(draft.suggested.value).toBe('Check out and 1 more');
  });

  test('is that of a pasted image, which has no name of its own', async () => {
    const draft = newDraft();
    for (const name of ['image.png', 'image.webp', 'cart.png']) await draft.paste([fileOf(name)]);
    expect(draft.images.value.map(({ name }) => name)).toEqual(['Pasted image.png', 'Pasted image 2.png', 'cart.png']);
    expect(draft.suggested.value).toBe('Pasted image and 2 more');
  });
});

test.each(['', 'x'])(
  'a long title or label keeps no half of an emoji, which the service refuses: %j',
  async (before) => {
    const file = fileOf(`${before}${'🎉'.repeat(100)}.png`);
    const draft = newDraft();
    await draft.add([file]);
    const cut = [draft.suggested.value, ...labelsOf([file])];
    expect(cut.map((text) => [text.length, text.isWellFormed()])).toEqual([
      [160, true],
      [110, true],
    ]);
  },
);

describe('a failure', () => {
  const draft = newDraft();
  draft.images.value = [fileOf('a.png'), fileOf('b.png')];
  const { trouble: words, fields } = home;
  const failed = (status: number, body: Partial<ErrorBody> = {}, during: 'token' | 'review' = 'review') =>
    troubleOf(new ServiceError(status, body), during, draft, 0);

  test.each([
    [0, {}, { text: words.offline }],
    [401, {}, { text: words.expired }],
    [402, { needed: 3, held: 2 }, { text: words.credits(3, 2), token: true }],
    [429, { retry_after: 90 }, { text: words.kept, back: { words: words.busy, at: new Date(90_000) } }],
    [500, { message: 'No.' }, { text: words.broken }],
    [503, { error: 'unavailable', message: 'No.' }, { text: words.quoted('No.') }],
  ] as const)('of a review with the status %i has its own sentence', (status, body, trouble) => {
    expect(failed(status, body)).toEqual(trouble);
  });

  test.each([
    [403, {}, { text: words.closed, token: true }],
    [
      429,
      { retry_after: 90 },
      { text: words.kept, back: { words: words.tokensBusy, at: new Date(90_000) }, token: true },
    ],
  ] as const)('of a workspace with the status %i says that a token helps', (status, body, trouble) => {
    expect(failed(status, body, 'token')).toEqual(trouble);
  });

  test('of the page itself is said to be ours', () => {
    expect(troubleOf(new Error('No.'), 'review', draft)).toEqual({ text: words.broken });
  });

  test.each([
    ['`images[1].image` is larger than 10 MB.', words.large(fields.image('b.png'), '10 MB')],
    ['`html` is larger than 500 KB.', words.large(fields.email, '500 KB')],
    ['`images[2].image` is larger than 10 MB.', words.largeAll],
    ['The request is too large.', words.largeAll],
  ])('names what is too large: %s', (message, sentence) => {
    expect(failed(413, { message })).toEqual({ text: `${sentence} ${words.kept}`, field: 'source' });
  });

  test.each([
    ['images[1].image', '`images[1].image` is no image.', '“\u2068b.png\u2069” is no image.', 'source'],
    ['page_url', 'Give a public address.', 'The address: Give a public address.', 'source'],
    ['pdf', '`pdf` has no pages.', 'The PDF has no pages.', 'source'],
    ['title', '`title` is too long.', 'The title is too long.', 'title'],
    ['type', '`type` is unknown.', '`type` is unknown.', 'source'],
  ])('names the refused field as the page does: %s', (path, message, named, field) => {
    expect(failed(400, { errors: [{ path, message }] })).toEqual({ text: words.refused(named), field });
  });

  test('without a field has the service’s message', () => {
    expect(failed(403, { message: 'Not allowed.' })).toEqual({ text: words.refused('Not allowed.'), field: 'source' });
  });
});

test.each<[string, (draft: Draft) => unknown]>([
  ['kind', ({ kind }) => (kind.value = 'page')],
  ['image', (draft) => draft.remove(draft.images.value[0] as File)],
  ['address', ({ address }) => (address.value = 'example.com')],
  ['PDF', (draft) => draft.add([fileOf('b.pdf', 'application/pdf')])],
  ['email', ({ html }) => (html.value = '<p>Hello')],
  ['email’s file', (draft) => draft.add([fileOf('mail.html', 'text/html')])],
  ['title', ({ title }) => (title.value = 'Cart')],
])('a change of the %s clears a refusal', async (_name, change) => {
  const draft = newDraft();
  draft.images.value = [fileOf('a.png'), fileOf('b.png')];
  const [device, tab] = [createMemory(browserStorage), createMemory(browserStorage)];
  const { trouble } = createTrial(draft, createKeep(device, tab));
  trouble.value = { text: 'No.', field: 'source' };
  await change(draft);
  expect(trouble.value).toBeNull();
});
