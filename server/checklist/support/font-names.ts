/** The parts of a font's name besides its family: style, maker, and the sizes it is drawn for. */
const style =
  /(?:thin|hairline|(?:extra|ultra|semi|demi)?(?:light|bold)|light|regular|roman|book|medium|demi|bd|heavy|black|italic|ital|oblique|slanted|condensed|cond|narrow|compressed|extended|expanded|display|text|caption|subhead|headings?|body|small|micro|deck|banner|variable|vf|mt|ps|std|pro|lt|lf|nova|neue|next|unicode|ui|\d+(?:pt)?)$/;
/** Symbol fonts, and fallback fonts for letters that a family lacks. */
const signs =
  /symbol|wingding|webding|dingbat|emoji|icon|awesome|glyph|math|cambriamath|^cmsy|^cmmi|^cmex|^msam|^msbm|^lastresort|noto(?:sans|serif)(?:sc|tc|jp|kr|hk|arabic|hebrew|thai|devanagari|bengali)|cjk|fallback|unifont|^msgothic|^msmincho|^simsun|^yugothic|^meiryo|^pingfang|^hiragino/;
const code =
  /mono|courier|consolas|menlo|monaco|inconsolata|firacode|cascadia|sourcecode|typewriter|^cmtt|^lmtt|console/;
/** Names that software generates, one for each style. */
const nameless = /^(?:cidfont|[a-z]{1,3}\d+$|untitled|unknown)/;
/** TeX's Computer Modern and its descendants: hundreds of fonts of one family, each with its own name. */
const computerModern = /^(?:cm|lm|sf|ec)(?:r|bx|b|ss|ssbx|ssi|ssq|ti|sl|csc|u|dunh|fib|rm|si|so|sx|tt)[a-z]*\d*$/;

/**
 * Returns a font's family, the same for its bold and italic; null for symbol and code fonts, which nobody chooses for
 * their style, and for names that identify no family.
 */
export function fontRoot(name: string | null): string | null {
  if (name === null) return null;
  let root = name
    .replace(/^[A-Z]{6}\+/, '')
    .toLowerCase()
    .replace(/[,;].*$/, '')
    .replace(/[\s_-]+/g, '');
  if (signs.test(root) || code.test(root)) return null;
  if (computerModern.test(root)) return /^(?:cm|lm|sf|ec)ss/.test(root) ? 'computer modern sans' : 'computer modern';
  if (nameless.test(root)) return null;
  for (let left = 5; left > 0; left -= 1) {
    const shorter = root.replace(style, '');
    if (shorter.length < 3) break;
    root = shorter;
  }
  return root === '' ? null : root;
}
