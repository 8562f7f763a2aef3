/**
 * Returns a function that tells whether a changed file matches the globs. `*` stays within a folder, `**` crosses
 * folders, `?` is one character, `{a,b}` either. Files that begin with a dot are treated like all others. A later
 * `!glob` excludes files again. The matching of all files together is limited, because the globs are those of any
 * repository and run on the service's only thread.
 */
export function createPathMatcher(globs: readonly string[]): (file: string) => boolean {
  const rules = globs.map((glob) => {
    const excludes = glob.startsWith('!');
    const pattern = (excludes ? glob.slice(1) : glob).replace(/^\.?\//, '');
    return { excludes, alternatives: [...new Set(expandBraces(pattern))].map(readTokens) };
  });
  const spent: Spent = { steps: 0 };
  return (file) => {
    const characters = [...file];
    let matched = rules.every(({ excludes }) => excludes);
    for (const { excludes, alternatives } of rules) {
      if (matched === excludes && alternatives.some((tokens) => matchesGlob(tokens, characters, spent))) {
        matched = !excludes;
      }
    }
    return matched || spent.steps > maxSteps;
  };
}

interface Spent {
  steps: number;
}

// About a quarter of a second. Past it every file matches, as past the limit of alternatives.
const maxSteps = 50_000_000;

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

// Each token turns the reached positions, in rising order, into the next ones, each at most once.
function matchesGlob(tokens: readonly string[], characters: readonly string[], spent: Spent): boolean {
  let reached = [0];
  for (const token of tokens) {
    if (reached.length === 0 || spent.steps > maxSteps) return false;
    spent.steps += reached.length + (token.startsWith('*') ? characters.length : 0);
    reached = token.startsWith('*') ? afterStars(token, characters, reached) : afterOne(token, characters, reached);
  }
  return reached.at(-1) === characters.length;
}

function afterOne(token: string, characters: readonly string[], reached: readonly number[]): number[] {
  const isNext = (character: string | undefined): boolean =>
    token === '?' ? character !== undefined && character !== '/' : character === token;
  return reached.filter((start) => isNext(characters[start])).map((start) => start + 1);
}

function afterStars(token: string, characters: readonly string[], reached: readonly number[]): number[] {
  const next: number[] = [];
  const [first = 0] = reached;
  if (token === '**/') {
    const starts = new Set(reached);
    for (let at = first; at <= characters.length; at++) {
      if (starts.has(at) || (at > first && characters[at - 1] === '/')) next.push(at);
    }
    return next;
  }
  let last = -1;
  for (const start of reached) {
    // A run that began earlier and came this far ends where a run from here would end.
    if (start <= last) continue;
    for (last = start; last < characters.length; last++) {
      next.push(last);
      if (token === '*' && characters[last] === '/') break;
    }
    if (last === characters.length) next.push(last);
  }
  return next;
}
