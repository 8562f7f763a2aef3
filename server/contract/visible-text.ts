/**
 * Invisible characters that a model or a terminal acts on: control characters, direction marks, tags, fillers. Emoji
 * and some scripts need a joiner or a variation selector; several in a row carry hidden data.
 */
const HIDDEN =
  /[\p{Cc}\p{Zl}\p{Zp}\ufff9-\ufffb]|(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}|(?:\u200c|\u200d){2,}|(?:\ufe0e|\ufe0f){2,}/gu;

const named = (hidden: string): string =>
  hidden === '\n' || hidden === '\t'
    ? hidden
    : Array.from(
        hidden,
        (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
      ).join('');

/** Returns the text with every hidden character written out, such as `[U+202E]`. Line breaks and tabs stay. */
export const visibleText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(HIDDEN, named);

/** Returns the text with every character as an escape of JSON. */
export const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/** Returns JSON in which every hidden character is escaped. Parsing it returns the same value. */
export const visibleJsonText = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(HIDDEN, (hidden) => (hidden === '\n' ? hidden : escaped(hidden)));

/** Returns a JSON value in which every text has gone through {@link visibleText}. */
export function visibleJson<Value>(value: Value): Value;
export function visibleJson(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value);
  if (Array.isArray(value)) return value.map((each) => visibleJson(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [visibleText(name), visibleJson(each)]));
}
