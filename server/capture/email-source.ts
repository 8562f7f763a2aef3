import { CaptureFailure } from './failure.ts';
import type { Notice } from './notice.ts';

const refuse = (words: string) => new CaptureFailure('not_a_page', words);
const headerLine = /^[A-Za-z][A-Za-z0-9-]{0,60}:[ \t]?/;
const mailHeader =
  /^(content-type|content-transfer-encoding|mime-version|received|return-path|delivered-to|message-id|dkim-signature)[ \t]*:/i;
const boundary = /^--[^\s<>]{1,120}$/;

/** Returns whether the text is a whole message: header lines, perhaps after a multipart boundary. */
function isWholeMessage(html: string): boolean {
  const lines = html
    .slice(0, 20_000)
    .trimStart()
    .split(/\r\n|\n|\r/, 200);
  const first = boundary.test(lines[0] ?? '') ? 1 : 0;
  for (const line of lines.slice(first)) {
    if (mailHeader.test(line)) return true;
    if (!headerLine.test(line) && !/^[ \t]+\S/.test(line)) return false;
  }
  return false;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * Checks an email's source. Returns notices about oddities. Throws CaptureFailure if it is not the HTML of an email.
 */
export function checkEmailSource(html: string): Notice[] {
  const text = html.replace(/^\uFEFF/, '').trim();
  if (text === '') throw refuse('The email is empty: send its HTML.');
  if (isWholeMessage(text)) {
    throw refuse('This is a whole message with its headers: send only its HTML part, decoded.');
  }
  if (!text.includes('<') && text.length > 80 && /^[A-Za-z0-9+/\r\n]+={0,2}$/.test(text)) {
    throw refuse('The email is still encoded (base64): send its HTML decoded.');
  }
  if (!/<[a-z!/?]/i.test(text) && count(text, /&lt;\/?[a-z]/gi) >= 3) {
    throw refuse('The email’s tags are escaped (&lt;): send its HTML as it is.');
  }
  const notices: string[] = [];
  if (count(text, /=3D["'\r\n#\w]/g) >= 3) {
    notices.push('The source looks still encoded (quoted-printable: “=3D” all over it); send it decoded.');
  }
  if (count(text, /=\\["']/g) >= 3) {
    notices.push('The source looks still escaped (\\" around its attributes); send it unescaped.');
  }
  if (
    /(?:Ã[\u0080-\u00BF]|â€[\u0080-\u00BF™œ“”¦]|Â[\u00A0-\u00BF]).*(?:Ã[\u0080-\u00BF]|â€|Â[\u00A0-\u00BF])/.test(text)
  ) {
    notices.push('Letters look wrong (“Ã¼” for “ü”): the source was read in the wrong encoding before it was sent.');
  }
  return notices.map((message) => ({ code: 'odd_source', message }));
}
