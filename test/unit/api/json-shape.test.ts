import { expect, test } from 'vitest';
import { checkJsonShape } from '../../../server/api/json-shape.ts';

const tooLarge = expect.objectContaining({ code: 'too_large' });
const refusal = (json: string): unknown => {
  try {
    checkJsonShape(json);
    return null;
  } catch (error) {
    return error;
  }
};

test('megabytes of small values are refused before they are parsed, but a few long texts are not', () => {
  const elements = Array.from({ length: 10_000 }, (_, at) => ({
    selectors: Array.from({ length: 3 }, () => ({ selector: `#id-${at} > p:nth-child(2)`, kind: 'css' })),
    text: 'A "quoted" text \\ with a backslash\\',
    box: { x: 1.5, y: 2.25, width: 300, height: 20 },
  }));
  const honest = JSON.stringify({
    images: [{ image: 'A'.repeat(5_000_000), elements }],
    html: '<a href="\\">'.repeat(90_000),
  });
  expect(refusal(honest)).toBeNull();
  const keys = `{${Array.from({ length: 600_000 }, (_, at) => `"k${at}":1`).join(',')}}`;
  const escaped = `[${Array.from({ length: 600_000 }, () => '"\\\\"').join(',')}]`;
  for (const json of [keys, escaped, `[${'1,'.repeat(3_000_000)}1]`, '['.repeat(5_000_000)]) {
    expect(refusal(json)).toEqual(tooLarge);
  }
  // A body that ends inside a text is not JSON; the parser reports it.
  expect(refusal(`"${'\\"'.repeat(1_000_000)}`)).toBeNull();
});

test('lists and objects in each other are refused where reading them would exhaust the stack', () => {
  const lists = (depth: number) => `${'['.repeat(depth)}"[[["${']'.repeat(depth)}`;
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const malformed = expect.objectContaining({ code: 'malformed_request' });
  expect([refusal(lists(100)), refusal(objects(100)), refusal('[[],'.repeat(90))]).toEqual([null, null, null]);
  for (const json of [lists(101), objects(101), lists(8000), `{"kind":${objects(8000)}}`]) {
    expect(refusal(json)).toEqual(malformed);
  }
});
