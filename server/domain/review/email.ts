// Every repetition is bounded: an email is up to 1 MB of anybody's text.
const darkQuery = /prefers-color-scheme\s{0,20}:\s{0,20}dark/i;
const metaTag = /<meta\b[^>]{0,500}/gi;
const schemeName = /\bname\s{0,20}=\s{0,20}["']?\s{0,20}(?:supported-)?color-schemes?\b/i;
const schemeStyle = /[;{\s"'](?:supported-)?color-schemes?\s{0,20}:[^;}"'<]{0,60}\bdark\b/i;

/** Returns whether an email declares how it wants to look in the dark: by a media query, a meta tag or a style. Pure. */
export function declaresDark(html: string): boolean {
  if (darkQuery.test(html) || schemeStyle.test(html)) return true;
  for (const [tag] of html.matchAll(metaTag)) if (schemeName.test(tag) && /\bdark\b/i.test(tag)) return true;
  return false;
}
