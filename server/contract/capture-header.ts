/** Headers that a browser sends itself and lets nobody else set; it refuses the whole request instead. */
const reserved = /^(host|content-length|cookie2|set-cookie|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/i;
const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\0-\x08\x0a-\x1f\x7f]/;

/** Returns why no browser sends this header, as the rest of a sentence after its name; null when browsers do. */
export function whyNoHeader(name: string, value: string): string | null {
  if (reserved.test(name)) return 'is a header that browsers set themselves. Leave it out.';
  if (!token.test(name)) return 'is not the name of a header: use letters, digits and hyphens, without spaces.';
  return control.test(value) ? 'has a line break or control character in its value. Remove it.' : null;
}
