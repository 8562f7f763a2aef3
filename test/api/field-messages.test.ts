import { describe, expect, test } from 'vitest';
import { createGuard } from '../../server/adapters/outbound/index.ts';
import { shapeOf } from '../../server/api/fields/shape.ts';
import { readInput } from '../../server/api/input.ts';
import type { Input } from '../../server/contract/client.ts';
import { type OperationName, operations } from '../../server/contract/index.ts';
import { DomainError, refuseAsInvalid } from '../../server/domain/failure.ts';
import { readSource } from '../../server/domain/review/source.ts';
import { readImageItem } from '../../server/domain/shot/rules.ts';

const guard = createGuard({ allow: [], ownPorts: [] });

/** Returns the error for an input that is refused before anything is read or written. */
function refusalOf(name: OperationName, input: object): DomainError {
  try {
    const fields = readInput(operations[name], input) as Input<'create_review'>;
    const { webhook_url: webhook } = fields;
    if (typeof webhook === 'string') refuseAsInvalid('webhook_url', () => guard.checkUrl(webhook, 'webhook'));
    if (name !== 'create_review') throw new Error(`${name} takes ${JSON.stringify(input)}`);
    const source = readSource(fields);
    if (source.kind === 'capture') refuseAsInvalid('page_url', () => guard.checkUrl(source.url, 'capture'));
    for (const [at, item] of (source.kind === 'images' ? source.images : []).entries()) {
      const read = readImageItem(item, `images[${at}]`, at + 1, 1000).source;
      if ('url' in read) refuseAsInvalid(`images[${at}]`, () => guard.checkUrl(read.url, 'fetch'));
    }
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error(`${name} takes ${JSON.stringify(input)}`);
}

const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const images = ['AAAA'];
const viewport = { width: 390 };
const area = { x: 0, y: 0, width: 1, height: 1 };

const incomplete = (field: string): string =>
  `\`${field}\` cannot be used. It is not a complete URL. Send one that starts with https://, such as https://example.com/page.`;

/** The fields of a review beside its title. */
const ofCreation: [input: object, message: string][] = [
  [{ title: undefined, images }, '`title` is missing. Send text of 1 to 160 characters.'],
  [{ title: 5, images }, '`title` must be text of 1 to 160 characters, not 5.'],
  [{ title: null, images }, '`title` must be text of 1 to 160 characters, not null.'],
  [{ title: '', images }, '`title` is empty. Send text of 1 to 160 characters.'],
  [{ title: 'x'.repeat(161), images }, '`title` has 161 characters; at most 160 are allowed. Shorten it.'],
  [{ context: 'a\0b' }, '`context` has a character that cannot be stored (NUL or half an emoji). Leave it out.'],
  [{ type: 'poster' }, '`type` must be `ui`, `website`, `presentation` or `email`, not "poster".'],
  [{}, 'A review needs a source: `images`, `capture_url: true` with `page_url`, `pdf` or `html`.'],
  [{ images, pdf: 'A' }, 'Send one source only; this request has images and pdf.'],
  [{ images: 'AAAA' }, '`images` must be a list of 1 to 5 items, not text. Put it in a list: ["…"].'],
  [{ images: { image: 'AAAA' } }, '`images` must be a list of 1 to 5 items, not an object. Put it in a list: [{ … }].'],
  [{ images: [] }, '`images` is empty. Send a list of 1 to 5 items.'],
  [{ images: Array(6).fill('A') }, '`images` has 6 items; at most 5 are allowed. Send fewer.'],
  [
    { images: [5] },
    '`images[0]` must be text (an https URL, an upload’s `source`, a data URL or base64) or an object with `image`, not 5.',
  ],
  [
    { images: [{}] },
    '`images[0].image` is missing. Send text: an https URL, an upload’s `source`, a data URL or base64.',
  ],
  [
    { images: [{ image: 'A', viewport }] },
    '`images[0].viewport` is incomplete: `name`, `height` and `scale` are missing.',
  ],
  [
    { images: [{ image: 'A', viewport: { name: 'm', width: 1, height: 1, scale: 20 } }] },
    '`images[0].viewport.scale` must be a number from 0.1 to 10, not 20.',
  ],
  [
    { images: [{ image: 'A', label: 'x'.repeat(121) }] },
    '`images[0].label` has 121 characters; at most 120 are allowed. Shorten it.',
  ],
  [
    { images: ['not base64!'] },
    '`images[0]` must be an https URL, an upload’s `source`, a data URL or base64 of a PNG, JPEG or WebP.',
  ],
  [
    { images: ['example.com/home.png'] },
    '`images[0]` must be an https URL, an upload’s `source`, a data URL or base64 of a PNG, JPEG or WebP. It looks like a URL without https:// in front.',
  ],
  [{ images: ['data:image/png,raw'] }, '`images[0]` is a data URL without base64. Send it as `data:…;base64,…`.'],
  [{ images: ['https://'] }, incomplete('images[0]')],
  [
    { images: ['http://example.com/a.png'] },
    '`images[0]` cannot be used. The URL must start with https://, not http://',
  ],
  [
    { capture_url: 'https://example.com/' },
    '`capture_url` must be true or false, not text. Send the address as `page_url`, with `capture_url: true`.',
  ],
  [{ capture_url: true }, '`page_url` is missing: `capture_url` needs it, the address to capture.'],
  [{ page_url: 'https://example.com/' }, 'Add `capture_url: true` to have `page_url` captured.'],
  [{ capture_url: true, page_url: 'example.com' }, incomplete('page_url')],
  [
    { capture_url: true, page_url: 'ftp://example.com/' },
    '`page_url` cannot be used. The URL must start with https:// or http://, not ftp://',
  ],
  [
    { capture_url: true, page_url: 'http://127.0.0.1/' },
    '`page_url` cannot be used. 127.0.0.1 is not a public address. Use a public one, capture it on your machine with "sightline review ADDRESS --capture here", or start a service of your own with OUTBOUND_ALLOW=capture=127.0.0.1/32.',
  ],
  [
    { steps: ['click a', 'press Enter'] },
    '`steps[1]` must begin with click, hover, focus, type, scroll or wait, not "press".',
  ],
  [{ steps: Array(21).fill('click a') }, '`steps` has 21 items; at most 20 are allowed. Send fewer.'],
  [{ locale: 'a_b' }, '`locale` is no language tag. Send one such as de or pt-BR.'],
  [{ headers: ['X-A: 1'] }, '`headers` must be an object of names and texts, not a list.'],
  [{ headers: { 'X-A': 1 } }, '`headers.X-A` must be text of up to 4,096 characters, not 1.'],
  [{ headers: { Host: 'x' } }, '`headers.Host` is a header that browsers set themselves. Leave it out.'],
  [
    { headers: { 'X A': '1' } },
    '`headers.X A` is not the name of a header: use letters, digits and hyphens, without spaces.',
  ],
  [{ headers: { 'X-A': 'a\r\nB: c' } }, '`headers.X-A` has a line break or control character in its value. Remove it.'],
  [{ cookies: [{ name: 'a' }] }, '`cookies[0].value` is missing. Send text of up to 4,096 characters.'],
  [
    { images, parent_id: '01ARZ3' },
    '`parent_id` must be an id of 26 letters and digits; this has 6 characters. Copy it from the `id` of the review.',
  ],
  [{ images, webhook_url: 5 }, '`webhook_url` must be a complete URL such as https://example.com/hook or null, not 5.'],
  [
    { images, webhook_url: 'http://ci.example.com/hook' },
    '`webhook_url` cannot be used. The URL must start with https://, not http://',
  ],
  [
    { images, client_request_id: 'x'.repeat(201) },
    '`client_request_id` has 201 characters; at most 200 are allowed. Shorten it.',
  ],
  [
    { images: [{ image: 'A', viewport: { ...viewport, name: '\ud800', height: 1, scale: 1 } }] },
    '`images[0].viewport.name` has a character that cannot be stored (NUL or half an emoji). Leave it out.',
  ],
];

const ofOthers: [name: OperationName, input: object, message: string][] = [
  ['resolve_marks', { id }, '`marks` is missing. Send a list of 1 to 200 items.'],
  [
    'resolve_marks',
    { id, marks: { id: 1, status: 'resolved' } },
    '`marks` must be a list of 1 to 200 items, not an object. Put it in a list: [{ … }].',
  ],
  [
    'resolve_marks',
    { id, marks: [{ id: 1, status: 'done' }] },
    '`marks[0].status` must be `resolved` or `in_progress`, not "done".',
  ],
  [
    'resolve_marks',
    { id, marks: [{ id: 1, status: 'resolved', after_image: `data:image/png;base64,${'A'.repeat(2000)}` }] },
    '`marks[0].after_image` must be a complete URL such as https://example.com/after.png, not a data URL.',
  ],
  [
    'add_findings',
    { id, findings: [{ body: 'x', severity: 'bad' }] },
    '`findings[0].severity` must be `suggestion`, `a11y` or `polish`, not "bad".',
  ],
  [
    'add_findings',
    { id, findings: [{ body: 'x', area: { x: 0 } }] },
    '`findings[0].area` is incomplete: `y`, `width` and `height` are missing.',
  ],
  [
    'add_findings',
    { id, findings: [{ body: 'x', area: { ...area, width: 2 } }] },
    '`findings[0].area.width` must be a number from 0 to 1, not 2.',
  ],
  [
    'add_findings',
    { id, findings: [{ body: 'x', area: { ...area, x: 0.5 } }] },
    '`findings[0].area` reaches beyond the screenshot: `x` + `width` and `y` + `height` may be 1 at most.',
  ],
  ['wait_for_decision', { id, seconds: 90 }, '`seconds` must be a whole number from 1 to 45, not 90.'],
  ['second_opinion', { id, screenshot_index: -1 }, '`screenshot_index` must be a whole number of at least 0, not -1.'],
  ['create_upload', { paths: 'a.png' }, '`paths` must be a list of 1 to 5 items, not text. Put it in a list: ["…"].'],
  ['update_checklist', { off: null }, '`off` must be a list of up to 200 items, not null.'],
  ['decide', { outcome: 'yes', after_decision: 0 }, '`outcome` must be `approved` or `changes_requested`, not "yes".'],
];

describe('a refusal names the field, what is expected and how to fix it', () => {
  const created = ofCreation.map(([input, message]) => ['create_review', { title: 'T', ...input }, message] as const);
  test.each([...created, ...ofOthers])('%s %j: %s', (name, input, message) => {
    expect(refusalOf(name, input).message).toBe(message);
  });
});

test('parent_id null means no parent', () => {
  expect(readInput(operations.create_review, { title: 'T', parent_id: null })).toEqual({ title: 'T', parent_id: null });
});

test('no message of the schema library reaches a client, whichever field of whichever operation is wrong', () => {
  const wrong = [undefined, null, '', 5, -1.5, 1e9, true, 'x'.repeat(20_000), [], [5], {}, [{}], ['', {}]];
  for (const operation of Object.values(operations)) {
    const valid: object = operation.example.input;
    for (const [name, value] of Object.keys(shapeOf(operation.input).properties ?? {}).flatMap((field) =>
      wrong.map((each) => [field, each] as const),
    )) {
      const { success } = operation.input.safeParse({ ...valid, [name]: value });
      if (success || name === 'id') continue;
      const { message, details } = refusalOf(operation.name, { ...valid, [name]: value });
      const all = [message, ...(details.errors as { message: string }[]).map((each) => each.message)];
      for (const each of all) {
        expect(each).not.toMatch(/invalid (input|key|element)|expected|received|too (big|small)|<=|>=|undefined/i);
        expect(each).toMatch(new RegExp(`^\`${name}.*\\.$`, 's'));
      }
    }
  }
});
