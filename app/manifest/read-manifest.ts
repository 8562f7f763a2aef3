/** The values that app.yml may contain: text, switches, lists of text, and named groups of these. */
export type ManifestValue = string | boolean | string[] | { [name: string]: ManifestValue };
export type Manifest = { [name: string]: ManifestValue };

interface Line {
  number: number;
  indent: number;
  text: string;
}

/**
 * Parses app.yml, which uses only the simplest part of YAML: names with text, `true` or `false`, nested names, lists of
 * text, and comments. Throws on anything else instead of guessing.
 */
export function readManifest(source: string): Manifest {
  const lines = source.split('\n').flatMap((line, at): Line[] => {
    const text = line.replace(/(^|\s)#.*$/, '').trimEnd();
    return text === '' ? [] : [{ number: at + 1, indent: text.length - text.trimStart().length, text: text.trim() }];
  });
  const { value, next } = readNames(lines, 0, 0);
  if (next !== lines.length) throw unreadable(lines[next]);
  return value;
}

const unreadable = (line: Line | undefined) =>
  new Error(`app.yml cannot be read at line ${line?.number ?? 'its end'}.`);

function readNames(lines: readonly Line[], from: number, indent: number): { value: Manifest; next: number } {
  const value: Manifest = {};
  let at = from;
  for (let line = lines[at]; line !== undefined && line.indent === indent; line = lines[at]) {
    const [, name, text = ''] = /^([a-z_]+):(?: +(.+))?$/.exec(line.text) ?? [];
    if (name === undefined || name in value) throw unreadable(line);
    at += 1;
    if (text !== '') {
      value[name] = readText(text, line);
      continue;
    }
    const below = lines[at];
    if (below?.text.startsWith('- ') && below.indent >= indent) {
      const items: string[] = [];
      for (let item = below; item?.indent === below.indent && item.text.startsWith('- '); item = lines[at] ?? line) {
        const read = readText(item.text.slice(2).trim(), item);
        if (typeof read !== 'string') throw unreadable(item);
        items.push(read);
        at += 1;
      }
      value[name] = items;
    } else if (below !== undefined && below.indent > indent) {
      const nested = readNames(lines, at, below.indent);
      value[name] = nested.value;
      at = nested.next;
    } else {
      throw unreadable(line);
    }
  }
  return { value, next: at };
}

function readText(text: string, line: Line): string | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  const [, single, double] = /^(?:'([^'\\]*)'|"([^"\\]*)")$/.exec(text) ?? [];
  const quoted = single ?? double;
  if (quoted !== undefined) return quoted;
  if (/^[A-Za-z/]/.test(text) && !/: |\s#/.test(text)) return text;
  throw unreadable(line);
}
