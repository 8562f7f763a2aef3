import { expect, test } from 'vitest';
import {
  guessKind,
  readHtml,
  sendAll,
  sendCommands,
  uploadIdOf,
  whyNoCommand,
} from '../../../server/domain/upload/rules.ts';

const url = 'https://sightline.example/u/abc';

test.each([
  ['a.png', `'a.png'`],
  [`it's.png`, `'it'\\''s.png'`],
  ['-a.png', `'./-a.png'`],
  ['.', `'./.'`],
  ['~', '"$HOME"'],
  ['~/a b.png', `"$HOME"'/a b.png'`],
  ['~me/a.png', `'~me/a.png'`],
])('the command for %s quotes its path as one word', (path, word) => {
  expect(sendCommands([{ path, url }])).toEqual([`curl -sS --fail-with-body -g -T ${word} '${url}'`]);
});

test.each(['C:\\shots\\a.png', 'c:/shots/a.png', '\\\\server\\a.png'])(
  'one path of Windows means that all are: %s',
  (path) => {
    const commands = sendCommands([
      { path, url },
      { path: '-b.png', url },
      { path: '.', url },
    ]);
    const curl = 'curl.exe -sS --fail-with-body -g -T';
    expect(commands).toEqual([`${curl} "${path}" "${url}"`, `${curl} "./-b.png" "${url}"`, `${curl} "./." "${url}"`]);
    expect(sendAll(commands)).toBe(commands.join('\n'));
  },
);

test('commands of a POSIX shell stop at the first that fails', () => {
  expect(sendAll(['curl a', 'curl b'])).toBe('curl a &&\ncurl b');
});

const terminals = 'This path has control characters, which terminals act on. Rename the file, then call again.';
const windows =
  'Shells of Windows read something into one of the characters " “ ” „ $ ` % ! of this path, or into a \\ at its end. Rename the file, then call again.';
test.each([
  ['a$b.png', ['a$b.png'], null],
  ['a\nb.png', ['a\nb.png'], null],
  ['a\u001b[2J.png', ['a\u001b[2J.png'], terminals],
  ['C:\\a.png', ['C:\\a.png'], null],
  ['C:\\a$b.png', ['C:\\a$b.png'], windows],
  ['a$b.png', ['a$b.png', 'C:\\a.png'], windows],
  ['C:\\a\\', ['C:\\a\\'], windows],
])('%j gets a command, or the reason why not: %#', (path, paths, why) => {
  expect(whyNoCommand(paths, path)).toBe(why);
});

test.each([
  ['upload:01ABC', '01ABC'],
  [' UPLOAD: 01ABC ', '01ABC'],
  ['https://a.example/upload:1', null],
])('%j names the upload %s', (source, id) => {
  expect(uploadIdOf(source)).toBe(id);
});

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
test.each([
  [latin1('\x89PNG\r\n\x1a\n'), 'image'],
  [latin1('\xff\xd8\xff\xe0'), 'image'],
  [latin1('RIFF\x00\n\x00\x00WEBPVP8'), 'image'],
  [latin1('RIFF1234WAVE'), 'text'],
  [latin1(`${' '.repeat(1000)}%PDF-1.7`), 'pdf'],
  [latin1(`${' '.repeat(1100)}%PDF-1.7`), 'text'],
])('a file is recognised by its beginning: %#', (start, kind) => {
  expect(guessKind(start)).toBe(kind);
});

test.each([
  [Buffer.from('<p>Grüße</p>'), { html: '<p>Grüße</p>' }],
  [Buffer.from('Hello'), { notUtf8: false }],
  [Buffer.from('<svg xmlns="x"></svg>'), { notUtf8: false }],
  [Buffer.from('<?xml version="1.0"?><!-- a --> <svg></svg>'), { notUtf8: false }],
  [latin1('<p>Gr\xfc\xdfe</p>'), { notUtf8: true }],
  [Buffer.from('\ufeff<html>', 'utf16le'), { notUtf8: true }],
  [latin1('\x00\x01\xff'), { notUtf8: false }],
])('HTML is read as text, and told from other bytes: %#', (bytes, read) => {
  expect(readHtml(bytes)).toEqual(read);
});
