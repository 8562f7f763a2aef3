import { expect, test } from 'vitest';
import { checkEmailSource } from '../../../server/capture/email-source.ts';

test.each([
  ['nothing', '', /empty/],
  ['white space', ' \r\n\t\ufeff ', /empty/],
  [
    'a whole message',
    'Received: from a\r\n by b\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>x',
    /whole message/,
  ],
  ['a part with its headers', '--b42\nContent-Type: text/html; charset=utf-8\n\n<p>x', /only its HTML part/],
  ['base64', Buffer.from('<p>Hello, this is an email of some length.</p>'.repeat(3)).toString('base64'), /base64/],
  ['escaped tags', '&lt;html&gt;&lt;p&gt;Hello&lt;/p&gt;', /escaped/],
])('%s is refused as an email', (_, html, words) => {
  expect(() => checkEmailSource(html)).toThrow(words);
});

test.each([
  ['the encoding', '<p style=3D"a" class=3D"b" id=3D"c">x=\r\ny', /quoted-printable/],
  ['escapes', String.raw`<p style=\"a\" class=\"b\" id=\"c\">x`, /still escaped/],
  ['wrong letters', '<p>SchÃ¶ne GrÃ¼ÃŸe', /wrong encoding/],
])('a notice reports %s', (_, html, words) => {
  expect(checkEmailSource(html)).toEqual([{ code: 'odd_source', message: expect.stringMatching(words) }]);
});
