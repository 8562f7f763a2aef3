/**
 * Reads the YAML of workflows: block maps and lists, plain and quoted strings, literal and folded text, lists in
 * brackets. It refuses everything else (tabs, anchors, several documents, duplicate keys) instead of guessing.
 */
export type Yaml = string | Yaml[] | { [key: string]: Yaml };

interface Line {
  number: number;
  indent: number;
  text: string;
}

class Reader {
  private readonly raw: string[];
  private at = 0;

  constructor(text: string) {
    this.raw = text.split('\n');
  }

  fail(line: number, why: string): never {
    throw new Error(`line ${line + 1}: ${why}`);
  }

  /** Returns the next line with content, without its comment. */
  peek(): Line | null {
    for (; this.at < this.raw.length; this.at += 1) {
      const whole = this.raw[this.at] ?? '';
      if (/^\s*(#.*)?$/.test(whole)) continue;
      const indent = whole.length - whole.trimStart().length;
      if (/^\s*\t/.test(whole)) this.fail(this.at, 'a tab indents');
      if (indent % 2 !== 0) this.fail(this.at, `indented by ${indent}`);
      if (/^(---|\.\.\.)/.test(whole)) this.fail(this.at, 'several documents');
      return { number: this.at, indent, text: withoutComment(whole.trim()) };
    }
    return null;
  }

  value(indent: number): Yaml {
    const line = this.peek();
    if (line === null || line.indent < indent) return '';
    if (line.indent > indent) this.fail(line.number, 'indented too far');
    return line.text.startsWith('- ') || line.text === '-' ? this.list(indent) : this.map(indent);
  }

  private list(indent: number): Yaml[] {
    const items: Yaml[] = [];
    for (let line = this.peek(); line !== null && line.indent === indent; line = this.peek()) {
      if (!line.text.startsWith('- ')) this.fail(line.number, 'no item of the list');
      const rest = line.text.slice(2).trim();
      if (keyOf(rest) === null) {
        this.at += 1;
        items.push(this.scalar(rest, line, indent));
        continue;
      }
      // A map inside a list is indented by two more than the dash.
      this.raw[line.number] = `${' '.repeat(indent + 2)}${rest}`;
      items.push(this.map(indent + 2));
    }
    return items;
  }

  private map(indent: number): Record<string, Yaml> {
    const found: Record<string, Yaml> = {};
    for (let line = this.peek(); line !== null && line.indent === indent; line = this.peek()) {
      const key = keyOf(line.text);
      if (key === null) this.fail(line.number, `"${line.text}" has no key`);
      if (Object.hasOwn(found, key.name)) this.fail(line.number, `the key "${key.name}" is there twice`);
      this.at += 1;
      found[key.name] = this.scalar(key.rest, line, indent);
    }
    const next = this.peek();
    if (next !== null && next.indent > indent) this.fail(next.number, 'indented too far');
    return found;
  }

  private scalar(rest: string, line: Line, indent: number): Yaml {
    if (rest === '') {
      const next = this.peek();
      const isListHere = next !== null && next.indent === indent && next.text.startsWith('- ');
      return next !== null && (next.indent > indent || isListHere) ? this.value(next.indent) : '';
    }
    if (/^[|>][+-]?$/.test(rest)) return this.block(indent, rest.startsWith('>'));
    if (/^[&*!%@`]/.test(rest)) this.fail(line.number, `"${rest[0]}" is not for workflows`);
    if (rest.startsWith('[')) {
      if (!rest.endsWith(']')) this.fail(line.number, 'the list does not end');
      const inside = rest.slice(1, -1).trim();
      return inside === '' ? [] : inside.split(',').map((item) => this.word(item.trim(), line));
    }
    return this.word(rest, line);
  }

  private word(text: string, line: Line): string {
    const quote = text[0];
    if (quote === "'" || quote === '"') {
      if (text.length < 2 || !text.endsWith(quote)) this.fail(line.number, 'the quotes do not end');
      const inside = text.slice(1, -1);
      return quote === "'" ? inside.replaceAll("''", "'") : JSON.parse(text);
    }
    if (/: |^[{}[\],]/.test(text)) this.fail(line.number, `"${text}" needs quotes`);
    return text;
  }

  private block(indent: number, folded: boolean): string {
    const lines: string[] = [];
    for (; this.at < this.raw.length; this.at += 1) {
      const whole = this.raw[this.at] ?? '';
      if (whole.trim() !== '' && whole.length - whole.trimStart().length <= indent) break;
      lines.push(whole.slice(indent + 2));
    }
    return lines.join(folded ? ' ' : '\n').trimEnd();
  }
}

function keyOf(text: string): { name: string; rest: string } | null {
  const match = /^([A-Za-z_][\w.-]*|'[^']*'|"[^"]*"):(?:\s+(.*))?$/.exec(text);
  return match === null ? null : { name: (match[1] ?? '').replace(/^['"]|['"]$/g, ''), rest: match[2] ?? '' };
}

function withoutComment(text: string): string {
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if ((letter === "'" || letter === '"') && /[\s[,:]/.test(text[at - 1] ?? ' ')) quote = letter;
    else if (letter === '#' && /\s/.test(text[at - 1] ?? '')) return text.slice(0, at).trimEnd();
  }
  return text;
}

/** Parses the text. @throws Error naming the line */
export function readYaml(text: string): Yaml {
  const reader = new Reader(text);
  const value = reader.value(0);
  const left = reader.peek();
  return left === null ? value : reader.fail(left.number, 'does not belong to what is above');
}
