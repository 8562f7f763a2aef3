import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../../server/api/fields/shape.ts';
import { unknownFields } from '../../../server/api/fields/unknown.ts';
import { expected, given } from '../../../server/api/fields/words.ts';
import { readInput } from '../../../server/api/input.ts';
import { operations } from '../../../server/contract/index.ts';
import { DomainError } from '../../../server/domain/failure.ts';

type Named = Exclude<keyof typeof operations, 'get_screenshot'>;
const read = (input: unknown, name: Named = 'create_review') => readInput(operations[name], input);
const refusal = (input: unknown, name?: Named): DomainError => {
  try {
    read(input, name);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
};
const review = (more: object) => ({ type: 'ui', title: 'Checkout', images: ['x'], ...more });
const image = (more: object) => review({ images: [{ image: 'x', ...more }] });
const id = 'x'.repeat(26);

test('lengths are counted in characters, whatever JavaScript counts', () => {
  const title = '🙂'.repeat(160);
  expect(read(review({ title: `  ${title} ` }))).toMatchObject({ title });
  expect(refusal(review({ title: `${title}🙂` })).message).toBe(
    '`title` has 161 characters; at most 160 are allowed. Shorten it.',
  );
});

test('of very many mistakes the first are explained, and a list that is too long is one mistake', () => {
  const headers = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x-${at}`, at]));
  expect(refusal(review({ headers })).details.errors).toHaveLength(100);
  const message = '`viewports` has 1,000 items; at most 50 are allowed. Send fewer.';
  const errors = [{ path: 'viewports', message }];
  expect(refusal(review({ viewports: Array(1000).fill('none') })).details.errors).toEqual(errors);
});

test.each([
  ['reference', 200],
  ['revision', 64],
  ['context', 10_000],
])('`%s` has at most %i characters', (name, most) => {
  const text = '🙂'.repeat(most);
  expect(read(review({ [name]: text }))).toMatchObject({ [name]: text });
  const message = `\`${name}\` has ${(most + 1).toLocaleString('en')} characters; at most ${most.toLocaleString('en')} are allowed. Shorten it.`;
  expect(refusal(review({ [name]: `${text}🙂` })).details.errors).toEqual([{ path: name, message }]);
});

test('a label has at most 120 characters, and is refused by its place in the list', () => {
  const label = '🙂'.repeat(120);
  expect(read(image({ label }))).toMatchObject({ images: [{ label }] });
  const [error] = refusal(image({ label: `${label}🙂` })).details.errors as { path: string }[];
  expect(error?.path).toBe('images[0].label');
});

const [zero, filler] = ['\u200b\u2060 \ufeff\u00ad', '\u3164\u2800\u{e0041}'];
const point = { screenshot_index: 0, kind: 'point', x: 0.5, y: 0.5 };
const secret = '0123456789abcdef';

test.each<[Named, object, string]>([
  ['create_review', review({}), 'title'],
  ['place_mark', { ...point, must_fix: false, client_mark_id: secret }, 'body'],
  ['edit_mark', { mark_id: 1 }, 'body'],
  ['answer_mark', { mark_id: 1 }, 'body'],
  ['reply_to_mark', { id, mark_id: 1 }, 'body'],
  ['accept_finding', { finding_id: 1 }, 'body'],
  ['accept_suggestion', { suggestion_id: 1 }, 'body'],
  ['answer_suggestion', { suggestion_id: 1 }, 'body'],
  ['suggest', { ...point, client_suggestion_id: secret }, 'body'],
  ['edit_suggestion', { suggestion_id: 1, client_suggestion_id: secret }, 'body'],
  ['reply_to_suggestion', { suggestion_id: 1, client_suggestion_id: secret }, 'body'],
  ['mark_noise', { screenshot_index: 0, base_id: id, days: 1 }, 'reason'],
])('%s refuses a text that shows nothing', (name, input, field) => {
  for (const text of [zero, filler]) {
    expect(refusal({ ...input, [field]: text }, name).message).toMatch(new RegExp(`^\`${field}\` is empty\\.`));
  }
  expect(read({ ...input, [field]: `${filler}👍🏽` }, name)).toHaveProperty([field], `${filler}👍🏽`);
});

test.each<[Named, object, string]>([
  ['create_review', review({}), 'context'],
  ['decide', { outcome: 'approved', after_decision: 0 }, 'note'],
  ['decide', { outcome: 'approved', after_decision: 0 }, 'name'],
  ['reopen_mark', { mark_id: 1 }, 'reason'],
  ['suggest', { ...point, body: 'x', client_suggestion_id: secret }, 'author'],
])('%s takes %j with a text that shows nothing as `%s` as if it were left empty', (name, input, field) => {
  expect(read({ ...input, [field]: zero }, name)).toHaveProperty([field], '');
});

const box = { x: 0, y: 0, width: 1, height: 1 };

test.each([
  ['too many', Array(2001).fill({ box }), 'images[0].elements'],
  ['a box without a size', [{ box: { ...box, width: 0 } }], 'images[0].elements[0].box.width'],
  ['a box beyond all', [{ box: { ...box, x: 1e308 } }], 'images[0].elements[0].box.x'],
])('elements that are %s are refused by their path', (_, elements, path) => {
  expect(refusal(image({ elements })).details.errors).toMatchObject([{ path }]);
});

const arrow = {
  kind: 'arrow',
  points: [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ],
};
const far = [
  { x: 0, y: 0 },
  { x: 0, y: 1001 },
];

test.each([
  ['too many words', { body: 'x'.repeat(4001) }, 'body'],
  ['a place outside', { x: 1.1 }, 'x'],
  ['a place before the start', { y: -0.1 }, 'y'],
  ['a stroke of one point', { strokes: [{ ...arrow, points: [{ x: 0, y: 0 }] }] }, 'strokes[0].points'],
  ['a stroke that reaches too far', { strokes: [{ ...arrow, points: far }] }, 'strokes[0].points[1].y'],
  ['more than 200 points', { strokes: [{ ...arrow, points: Array(201).fill({ x: 0, y: 0 }) }] }, 'strokes[0].points'],
  ['more than 20 strokes', { strokes: Array(21).fill(arrow) }, 'strokes'],
])('a mark with %s is refused by its path', (_, fields, path) => {
  const mark = { screenshot_index: 0, kind: 'box', ...box, body: 'x', must_fix: false, client_mark_id: secret };
  expect(refusal({ ...mark, ...fields }, 'place_mark').details.errors).toMatchObject([{ path }]);
});

const images = 'text (an https URL, an upload’s `source`, a data URL or base64)';

test.each([
  // A value of another kind.
  [review({ type: 'page' }), 'type', 'must be `ui`, `website`, `presentation` or `email`, not "page".'],
  [review({ type: 3 }), 'type', 'must be `ui`, `website`, `presentation` or `email`, not 3.'],
  [review({ title: 7 }), 'title', 'must be text of 1 to 160 characters, not 7.'],
  [review({ title: null }), 'title', 'must be text of 1 to 160 characters, not null.'],
  [review({ page_url: true }), 'page_url', 'must be a complete URL such as https://example.com/page, not true.'],
  [review({ parent_id: 3 }), 'parent_id', 'must be an id of 26 letters and digits or null, not 3.'],
  [review({ headers: [] }), 'headers', 'must be an object of names and texts, not a list.'],
  [review({ headers: { a: 3 } }), 'headers.a', 'must be text of up to 4,096 characters, not 3.'],
  [review({ mask: [3] }), 'mask[0]', 'must be text of up to 500 characters, not 3.'],
  [review({ images: [3] }), 'images[0]', `must be ${images} or an object with \`image\`, not 3.`],
  [review({ images: [null] }), 'images[0]', `must be ${images} or an object with \`image\`, not null.`],
  // With what to do, where the rule alone does not explain it.
  [review({ images: 'a.png' }), 'images', 'must be a list of 1 to 5 items, not text. Put it in a list: ["…"].'],
  [review({ images: {} }), 'images', 'must be a list of 1 to 5 items, not an object. Put it in a list: [{ … }].'],
  [review({ images: 5 }), 'images', 'must be a list of 1 to 5 items, not 5.'],
  [
    review({ capture_url: 'https://a.example' }),
    'capture_url',
    'must be true or false, not text. Send the address as `page_url`, with `capture_url: true`.',
  ],
  [review({ capture_url: 3 }), 'capture_url', 'must be true or false, not 3.'],
  // Too much or too little.
  [review({ title: ' ' }), 'title', 'is empty. Send text of 1 to 160 characters.'],
  [review({ images: [] }), 'images', 'is empty. Send a list of 1 to 5 items.'],
  [review({ images: Array(6).fill('x') }), 'images', 'has 6 items; at most 5 are allowed. Send fewer.'],
  [
    review({ title: `data:image/png;base64,${'A'.repeat(160)}` }),
    'title',
    'must be text of 1 to 160 characters, not a data URL.',
  ],
  [
    review({ parent_id: 'abc' }),
    'parent_id',
    'must be an id of 26 letters and digits; this has 3 characters. Copy it from the `id` of the review.',
  ],
  [
    review({ parent_id: 'a' }),
    'parent_id',
    'must be an id of 26 letters and digits; this has 1 character. Copy it from the `id` of the review.',
  ],
  [
    image({ viewport: { name: 'a', width: 0, height: 1, scale: 1 } }),
    'images[0].viewport.width',
    'must be a whole number from 1 to 10,000, not 0.',
  ],
  [
    image({ viewport: { name: 'a', width: 1, height: 1, scale: 10.5 } }),
    'images[0].viewport.scale',
    'must be a number from 0.1 to 10, not 10.5.',
  ],
  // Names that the sender chooses.
  [
    review({ headers: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`x-${at}`, 'a'])) }),
    'headers',
    'has 51 headers; at most 50 are allowed. Send fewer.',
  ],
  [review({ headers: { Host: 'a' } }), 'headers.Host', 'is a header that browsers set themselves. Leave it out.'],
  // Missing.
  [{ type: 'ui' }, 'title', 'is missing. Send text of 1 to 160 characters.'],
  [
    review({ images: [{}] }),
    'images[0].image',
    'is missing. Send text: an https URL, an upload’s `source`, a data URL or base64.',
  ],
  [
    image({ viewport: { name: 'a', width: 1, height: 1 } }),
    'images[0].viewport.scale',
    'is missing. Send a number from 0.1 to 10.',
  ],
  // What the database cannot store.
  [review({ title: 'a\0' }), 'title', 'has a character that cannot be stored (NUL or half an emoji). Leave it out.'],
  [
    image({ elements: [{ box: { x: 0, y: 0, width: 9, height: 9 }, styles: { 'a\0': 'b' } }] }),
    'images[0].elements[0].styles',
    'has a character that cannot be stored (NUL or half an emoji). Leave it out.',
  ],
  [
    image({ label: '\ud83d' }),
    'images[0].label',
    'has a character that cannot be stored (NUL or half an emoji). Leave it out.',
  ],
])('a refusal names the field, what it takes and what was sent: %#', (input, path, rest) => {
  const message = `\`${path}\` ${rest}`;
  const { code, message: first, details } = refusal(input);
  expect([code, first, details.errors]).toEqual(['invalid_request', message, [{ path, message }]]);
});

test('nothing is refused in fields that are empty', () => {
  const input = review({ parent_id: null, page_url: undefined });
  expect(read(input)).toEqual({ type: 'ui', title: 'Checkout', images: ['x'], parent_id: null });
});

test('a body that is no object is said to be the whole request', () => {
  for (const [body, sent] of [
    [[], 'a list'],
    [null, 'null'],
    ['x', 'text'],
  ]) {
    const message = `The request body must be an object with \`title\`, not ${sent}.`;
    expect(refusal(body)).toMatchObject({ message, details: { errors: [{ path: '', message }] } });
  }
});

test('a name that is too long is repeated in part', () => {
  const name = 'x'.repeat(201);
  expect(refusal(review({ headers: { [name]: 'a' } })).message).toBe(
    `\`headers.${'x'.repeat(52)}…\` has a name that is too long. Shorten it.`,
  );
});

test('an object in which several fields are missing is said to be incomplete, with an entry for each', () => {
  const at = 'images[0].viewport';
  expect(refusal(image({ viewport: { name: 'a', height: 9 } }))).toMatchObject({
    message: `\`${at}\` is incomplete: \`width\` and \`scale\` are missing.`,
    details: {
      errors: [
        { path: `${at}.width`, message: `\`${at}.width\` is missing. Send a whole number from 1 to 10,000.` },
        { path: `${at}.scale`, message: `\`${at}.scale\` is missing. Send a number from 0.1 to 10.` },
      ],
    },
  });
  // The first error comes first, if it is another one.
  expect(refusal({ id, findings: [{ body: 'a', area: { x: 2 } }] }, 'add_findings').message).toBe(
    '`findings[0].area.x` must be a number from 0 to 1, not 2.',
  );
});

test('several errors have an entry each, and the sentence of the first', () => {
  const { message, details } = refusal(review({ title: '', context: 3, images: [] }));
  expect(message).toBe('`title` is empty. Send text of 1 to 160 characters.');
  expect(details.errors).toEqual([
    { path: 'title', message },
    { path: 'context', message: '`context` must be text of up to 10,000 characters, not 3.' },
    { path: 'images', message: '`images` is empty. Send a list of 1 to 5 items.' },
  ]);
});

test('an id that no review can have is not found, unless the request has other errors', () => {
  const codes = [{ id: 'x' }, { id: `\0${id.slice(1)}` }].map((input) => refusal(input, 'get_review').code);
  expect(codes).toEqual(['not_found', 'not_found']);
  expect(refusal({ id: 3 }, 'get_review').message).toBe('`id` must be an id of 26 letters and digits, not 3.');
  expect(refusal({}, 'get_review').message).toBe('`id` is missing. Send an id of 26 letters and digits.');
  expect(refusal({ id: 'x', findings: [{}] }, 'add_findings').code).toBe('invalid_request');
});

describe('unknown fields', () => {
  const shape = shapeOf(operations.create_review.input);

  test('are named with the field that was meant, at any depth', () => {
    const input = {
      ...review({}),
      titel: 'x',
      Images: [],
      page_ulr: 'x',
      foo: 1,
      headers: { 'x-any': 'a' },
      images: ['x', { image: 'x', lable: 'x', viewport: { widht: 1 } }],
    };
    expect(unknownFields(shape, input)).toEqual([
      { path: 'images[1].lable', message: 'Unknown field; did you mean label?' },
      { path: 'images[1].viewport.widht', message: 'Unknown field; did you mean width?' },
      { path: 'titel', message: 'Unknown field; did you mean title?' },
      { path: 'Images', message: 'Unknown field; did you mean images?' },
      { path: 'page_ulr', message: 'Unknown field; did you mean page_url?' },
      { path: 'foo', message: 'Unknown field; it was ignored.' },
    ]);
    for (const none of [null, 'x', { images: 'x' }]) expect(unknownFields(shape, none)).toEqual([]);
  });

  test('are listed up to twenty, with a long name cut', () => {
    const input = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}-${'z'.repeat(200)}`, 1]));
    const found = unknownFields(shape, input);
    expect(found).toHaveLength(20);
    expect(found[0]).toEqual({ path: `0-${'z'.repeat(98)}`, message: 'Unknown field; it was ignored.' });
  });
});

test.each([
  [{ type: 'integer', minimum: 1, maximum: 45 }, 'a whole number from 1 to 45'],
  [{ type: 'integer', minimum: 1 }, 'a whole number of at least 1'],
  [{ type: 'number', maximum: 4500 }, 'a number up to 4,500'],
  [{ type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, 'a whole number'],
  [{ type: 'string' }, 'text'],
  [{ type: 'string', minLength: 1 }, 'text'],
  [{ type: 'string', minLength: 0, maxLength: 1000 }, 'text of up to 1,000 characters'],
  [{ type: 'string', minLength: 26, maxLength: 26 }, 'an id of 26 letters and digits'],
  [{ type: 'string', minLength: 2, maxLength: 26 }, 'text of 2 to 26 characters'],
  [{ type: 'array', maxItems: 1 }, 'a list of up to 1 item'],
  [{ type: 'array', minItems: 1, maxItems: 5 }, 'a list of 1 to 5 items'],
  [{ type: 'array' }, 'a list'],
  [{ type: 'boolean' }, 'true or false'],
  [{ type: 'object' }, 'an object of names and texts'],
  [{ properties: { a: {}, b: {} } }, 'an object with `a` and `b`'],
  [{ properties: { a: {}, b: {} }, required: ['b'] }, 'an object with `b`'],
  [{ enum: ['a', 'b', 'c'] }, '`a`, `b` or `c`'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'text or null'],
])('what a field takes is said in words: %j', (shape, words) => {
  expect(expected(shape)).toBe(words);
});

test('what was sent is said in words', () => {
  const sent = [null, [], {}, 'x', 'data:image/png;base64,AA', 3, true, false];
  expect(sent.map(given)).toEqual(['null', 'a list', 'an object', 'text', 'a data URL', 'a number', 'true', 'false']);
});
