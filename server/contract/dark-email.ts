// Every repetition is bounded, because an email is up to 1 MB of untrusted text.
const darkQuery = /prefers-color-scheme\s{0,20}:\s{0,20}dark/i;
const metaTag = /<meta\b[^>]{0,500}/gi;
const schemeName = /\bname\s{0,20}=\s{0,20}["']?\s{0,20}(?:supported-)?color-schemes?\b/i;
const schemeStyle = /[;{\s"'](?:supported-)?color-schemes?\s{0,20}:[^;}"'<]{0,60}\bdark\b/i;

const withoutCssComments = (css: string): string =>
  css
    .split('/*')
    .map((part, at) => (at === 0 ? part : part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : ''))
    .join(' ');

/** Leaves out what no mail client reads but Outlook. Old emails write their styles in a comment, which counts. */
function withoutComments(html: string): string {
  const kept: string[] = [];
  for (let at = 0; at < html.length; ) {
    const found = /<!--|<style\b/gi;
    found.lastIndex = at;
    const begin = found.exec(html)?.index ?? html.length;
    kept.push(html.slice(at, begin));
    const isComment = html.startsWith('<!--', begin);
    const close = isComment ? /--!?>/g : /<\/style/gi;
    close.lastIndex = begin + 2;
    at = close.exec(html) === null ? html.length : close.lastIndex;
    kept.push(isComment ? ' ' : withoutCssComments(html.slice(begin, at)));
  }
  return kept.join('');
}

/** Returns whether an email declares a dark appearance, with a media query, a meta tag or a style. */
export const declaresDark = (html: string): boolean => declares(withoutComments(html));

/** Returns whether an email declares a dark appearance, or has styles for the dark mode of Outlook's apps. */
export function knowsDark(source: string): boolean {
  const html = withoutComments(source);
  return declares(html) || /\[data-ogs[bc]/i.test(html);
}

function declares(html: string): boolean {
  if (darkQuery.test(html) || schemeStyle.test(html)) return true;
  for (const [tag] of html.matchAll(metaTag)) if (schemeName.test(tag) && /\bdark\b/i.test(tag)) return true;
  return false;
}
