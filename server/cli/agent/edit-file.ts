import { applyEdits, type JSONPath, modify, type ParseError, parse } from 'jsonc-parser';
import type { Entry } from './clients.ts';

const BOM = '\uFEFF';

/** Returns how a file is indented and its lines end, so that what is added looks like the rest. */
function styleOf(text: string) {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  const isTab = indent.startsWith('\t');
  return {
    formattingOptions: {
      insertSpaces: !isTab,
      tabSize: isTab ? 1 : indent.length,
      eol: /\r\n/.test(text) ? '\r\n' : '\n',
    },
  };
}

/** Parses JSON that may have comments and trailing commas; null when it is none. */
function read(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0 ? value : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const valueAt = (value: unknown, path: JSONPath): unknown =>
  path.reduce<unknown>((at, name) => (isRecord(at) ? at[String(name)] : undefined), value);

const isOurs = (value: unknown, among: string): boolean => JSON.stringify(value).includes(among);

/** Changes text with a byte order mark as if it had none. */
function beneathMark(text: string, change: (plain: string) => string | null): string | null {
  if (!text.startsWith(BOM)) return change(text);
  const changed = change(text.slice(1));
  return changed === null ? null : BOM + changed;
}

const set = (text: string, path: JSONPath, value: unknown, isArrayInsertion = false): string =>
  applyEdits(text, modify(text, path, value, { ...styleOf(text), isArrayInsertion }));

/** Returns a JSON file with these entries and everything else as it was; null when it is not a JSON object. */
export const withEntries = (file: string | null, entries: readonly Entry[]): string | null =>
  beneathMark(file ?? '{}\n', (text) => {
    if (!isRecord(read(text))) return null;
    return entries.reduce((now, { path, value, among }) => {
      const there = valueAt(read(now), path);
      if (among === undefined) return JSON.stringify(there) === JSON.stringify(value) ? now : set(now, path, value);
      if (!Array.isArray(there)) return set(now, path, [value]);
      const at = there.findIndex((each) => isOurs(each, among));
      return at < 0 ? set(now, [...path, there.length], value, true) : set(now, [...path, at], value);
    }, text);
  });

/** Returns a JSON file without these entries; null when it is not a JSON object. */
export const withoutEntries = (file: string, entries: readonly Entry[]): string | null =>
  beneathMark(file, (text) => {
    if (!isRecord(read(text))) return null;
    return entries.reduce((now, { path, among }) => {
      const there = valueAt(read(now), path);
      // A field of the file itself, such as its version, is not ours alone.
      if (there === undefined || (among === undefined && path.length === 1)) return now;
      if (among === undefined) return set(now, path, undefined);
      if (!Array.isArray(there)) return now;
      const at = there.findIndex((each) => isOurs(each, among));
      return at < 0 ? now : set(now, [...path, at], undefined);
    }, text);
  });

/** Returns a TOML file with a table at its end, in place of the table of the same name. */
export function withTable(file: string | null, table: string): string {
  const text = file ?? '';
  const eol = /\r\n/.test(text) ? '\r\n' : '\n';
  const added = table.replaceAll('\n', eol);
  if (text.includes(added)) return text;
  const rest = withoutTable(text, table);
  const gap = rest === '' ? '' : /\n\s*$/.test(rest) ? eol : eol + eol;
  return rest + gap + added;
}

/** Returns a TOML file without the table that begins like `table`. */
export function withoutTable(file: string, table: string): string {
  const head = table.slice(0, table.indexOf('\n'));
  const lines = file.split(/(?<=\n)/);
  const from = lines.findIndex((each) => each.trim() === head);
  if (from < 0) return file;
  const length = lines.slice(from + 1).findIndex((each) => each.trimStart().startsWith('['));
  lines.splice(from, length < 0 ? lines.length : length + 1);
  return lines.join('');
}
