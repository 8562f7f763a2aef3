import { expect, test } from 'vitest';
import { httpStatusFailure } from '../../../server/capture/failure.ts';
import { checkAddress } from '../../../server/capture/navigate.ts';

test.each([
  [401, 'pass headers or cookies'],
  [404, 'no page at this address'],
  [500, 'own server failed'],
])('the answer %i is explained, without the path of the page', (status, words) => {
  const { reason, message } = httpStatusFailure(status, 'https://shop.example/path?token=secret');
  expect([reason, message]).toEqual(['http_status', expect.stringContaining(words)]);
  expect(message).toContain(`shop.example answered ${status}`);
  expect(message).not.toMatch(/path|secret/);
});

test.each(['file:///etc/passwd', 'data:text/html,hi', 'example.com', 'javascript:1'])(
  '%s is not the address of a page',
  (url) => {
    expect(() => checkAddress(url)).toThrow('starts with https:// or http://');
  },
);

test('an address with credentials is refused without quoting them', () => {
  const words = 'Pass credentials as headers or cookies, not inside the address.';
  expect(() => checkAddress('https://user:secret@example.com/')).toThrow(words);
});
