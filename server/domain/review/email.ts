// Every repetition is bounded, because an email is up to 1 MB of untrusted text.
const darkQuery = /prefers-color-scheme\s{0,20}:\s{0,20}dark/i;
const metaTag = /<meta\b[^>]{0,500}/gi;
const schemeName = /\bname\s{0,20}=\s{0,20}["']?\s{0,20}(?:supported-)?color-schemes?\b/i;
const schemeStyle = /[;{\s"'](?:supported-)?color-schemes?\s{0,20}:[^;}"'<]{0,60}\bdark\b/i;

/** Returns whether an email declares a dark appearance, with a media query, a meta tag or a style. Pure. */
export function declaresDark(html: string): boolean {
  if (darkQuery.test(html) || schemeStyle.test(html)) return true;
  for (const [tag] of html.matchAll(metaTag)) if (schemeName.test(tag) && /\bdark\b/i.test(tag)) return true;
  return false;
}
