/**
 * Returns whether a changed file matches the globs. `*` stays within a folder, `**` crosses folders, `?` is one
 * character, `{a,b}` either. Files that begin with a dot are treated like all others. A later `!glob` excludes files
 * again.
 */
export function matchesPaths(globs: readonly string[], file: string): boolean {
  let matched = globs.every((glob) => glob.startsWith('!'));
  for (const glob of globs) {
    const excludes = glob.startsWith('!');
    const pattern = (excludes ? glob.slice(1) : glob).replace(/^\.?\//, '');
    if (matched === excludes && expandBraces(pattern).some((plain) => matchesGlob(readTokens(plain), file))) {
      matched = !excludes;
    }
  }
  return matched;
}

const maxAlternatives = 256;

function expandBraces(glob: string): string[] {
  const found: string[] = [];
  const open = [glob];
  for (let next = open.pop(); next !== undefined && found.length + open.length < maxAlternatives; next = open.pop()) {
    const braces = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(next);
    if (braces === null) found.push(next);
    else open.push(...(braces[2] ?? '').split(',').map((part) => `${braces[1]}${part}${braces[3]}`));
  }
  // Past the limit everything matches: one review too many is better than one too few.
  return open.length > 0 || found.length >= maxAlternatives ? ['**'] : found;
}

function readTokens(glob: string): string[] {
  const tokens = glob.endsWith('/') ? `${glob}**` : glob;
  return tokens.match(/\*\*\/|\*{2,}|./gsu) ?? [];
}

// Each token updates the set of reached positions, so the time is length × length for any glob.
function matchesGlob(tokens: readonly string[], file: string): boolean {
  const characters = [...file];
  let reached = new Set([0]);
  for (const token of tokens) {
    const next = new Set<number>();
    for (const start of reached) {
      if (token === '**/') {
        next.add(start);
        for (let end = start; end < characters.length; end++) if (characters[end] === '/') next.add(end + 1);
      } else if (token.startsWith('*')) {
        for (let end = start; end <= characters.length; end++) {
          next.add(end);
          if (token === '*' && characters[end] === '/') break;
        }
      } else if (token === '?' ? start < characters.length && characters[start] !== '/' : characters[start] === token) {
        next.add(start + 1);
      }
    }
    reached = next;
  }
  return reached.has(characters.length);
}
