/** Texts that have broken programs, grouped by what they try. Each is a legal JSON string. */
const repeat = (text: string, times: number): string => text.repeat(times);
const codes = (...points: number[]): string[] => points.map((point) => String.fromCharCode(point));

const reserved =
  'undefined undef null NULL (null) nil NIL true false True False TRUE FALSE None hasOwnProperty then \\ \\\\ constructor prototype __proto__ toString valueOf __defineGetter__ NaN Infinity -Infinity INF #REF! CON PRN AUX NUL COM1 LPT1 aux.txt'.split(
    ' ',
  );
const numbers =
  '0 1 1.00 $1.00 1/2 1E2 1E02 1E+02 -1 -1.00 -0 -0.0 +1 0/0 0x0 0xffffffff 0xabad1dea 0b1 0o7 1_000 1,000.00 1.000,00 00 007 1e309 -1e309 1e-400 4.9e-324 2147483647 2147483648 -2147483649 4294967296 9007199254740991 9007199254740993 9223372036854775807 9223372036854775808 18446744073709551616 340282366920938463463374607431768211456 ١٢٣ ²³ Ⅷ 0.1e 1.2.3 --1 .5 5. ,1'.split(
    ' ',
  );
const controls = [
  ...codes(...Array.from({ length: 32 }, (_, at) => at)),
  ...codes(0x7f, 0x80, 0x85, 0xa0, 0xad, 0xfeff, 0xfffe, 0xffff, 0xfffd),
  'a\u0000b',
  '\u0000',
  'line\r\nline',
  'line\u2028line\u2029line',
  'tab\tand\vvertical\fform',
  '\u001b[31mred\u001b[0m',
  '\u0007\u0008\u0008',
];
const surrogates = [
  '\ud800',
  '\udfff',
  '\udc00\ud800',
  'x\ud83d',
  '\ude00x',
  '\ud83d\ude00',
  '\udbff\udfff',
  'a\ud800b\udc00',
];
const spaces = [
  ...' \u00a0\u1680\u180e\u2000\u2001\u2002\u2003\u2009\u200a\u202f\u205f\u3000\u200b\u200c\u200d\u2060',
  repeat(' ', 500),
  '\n\n\n',
  ' lead',
  'trail ',
];
const directions = [
  'ثم نفس سقطت وبالتحديد،',
  'בראשית ברא אלהים',
  '\u202etest\u202c',
  '\u2066a\u2067b\u2068c\u2069',
  'abc\u200fdef',
  'الكل في المجمو عة (5)',
  '\u202d\u202e\u202d',
];
const scripts = [
  '田中さんにあげて下さい',
  '사회과학원 어학연구소',
  'ИЙ İıŞş ß ẞ',
  'ǅ ǆ Ǆ',
  '"‘’‚“”„«»‹›"',
  '𠜎𠜱𠝹𠱓',
  'e\u0301 é',
  repeat('Z\u0351\u036b\u0343', 40),
];
const emoji = [
  '😍',
  '👩🏽',
  '👨‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🇺🇸🇷🇺',
  '0️⃣ #️⃣',
  '🧑🏿‍🚀',
  repeat('😀', 160),
  repeat('😀', 161),
  repeat('👨‍👩‍👧', 60),
  '\ufe0f',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
];
const markup = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '<!--',
  ']]>',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
  '[link](javascript:x)',
  '@everyone',
  '```\nfence\n```',
];
const injections = [
  "1'; DROP TABLE review-- 1",
  "' OR '1'='1",
  '_%',
  '$1',
  '{"$gt":""}',
  '$(touch /tmp/x)',
  '`id`',
  '${7*7}',
  '${jndi:ldap://127.0.0.1/a}',
  '%s%s%s%n',
  '=1+1',
  'x\r\nSet-Cookie: a=b',
  'x\r\n\r\nHTTP/1.1 200 OK',
];
const paths = [
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '/etc/passwd',
  '%2e%2e%2f',
  '..%c0%af',
  '\\\\server\\share',
  'file:///etc/passwd',
  '.',
  '..',
  'a/b',
  'a?b=c#d',
  '%zz',
  '%00',
  repeat('a/', 100),
];
const addresses = [
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://user:secret@example.com/',
  'https://example.com:65536/',
  'https://',
  'https:/example.com',
  'https://exa mple.com/',
  'https://例え.テスト/',
  `https://${repeat('a', 64)}.com/`,
  `https://${repeat('a.', 130)}com/`,
  'ftp://example.com/',
  'data:text/html,x',
  'https://example.com\\@127.0.0.1/',
  'https://[::ffff:127.0.0.1]/',
];
const images = [
  'data:image/png;base64',
  'data:image/png;base64,',
  'data:image/png;base64,====',
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/svg+xml;base64,PHN2Zy8+',
  'data:text/html;base64,PGI+',
  'data:image/png,raw',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ',
  'JVBERi0xLjQK',
  'AAAA',
  '====',
  'AA AA\nAA',
  '_-_-',
];
const lengths = [
  0, 1, 2, 25, 26, 27, 40, 64, 65, 80, 81, 119, 120, 121, 159, 160, 161, 200, 201, 500, 501, 2000, 2001, 4001,
]
  .map((length) => repeat('x', length))
  .concat([repeat('x', 10_001), repeat('ä', 20_000), repeat('\u0000', 50), repeat('a\u0301', 200)]);
const dates = [
  '2026-13-45T99:99:99Z',
  '0000-00-00',
  '+275760-09-13',
  '-271821-04-20',
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  'tomorrow',
];
const identifiers = [
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '01arz3ndektsv4rrffq69g5fav',
  '7ZZZZZZZZZZZZZZZZZZZZZZZZZ',
  '8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
  '00000000000000000000000000',
  '01ARZ3NDEKTSV4RRFFQ69G5FA\u0000',
  '01ARZ3NDEKTSV4RRFFQ69G5FAÄ',
  '              '.padEnd(26),
  '😀'.repeat(13),
  '123e4567-e89b-12d3-a456-426614174000',
  `slt_${repeat('a', 49)}`,
];

export const naughtyStrings: readonly string[] = [
  ...reserved,
  ...numbers,
  ...controls,
  ...surrogates,
  ...spaces,
  ...directions,
  ...scripts,
  ...emoji,
  ...markup,
  ...injections,
  ...paths,
  ...addresses,
  ...images,
  ...lengths,
  ...dates,
  ...identifiers,
];
