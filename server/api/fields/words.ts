import type { Shape } from './shape.ts';

/** `a, b or c` */
export function listed(words: readonly string[], link: 'and' | 'or'): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${link} ${last}`;
}

/** Returns whether a number is a real bound; the bounds of JavaScript's own numbers are none. */
const isBound = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

/** ` from 1 to 45` */
function range({ minimum, maximum }: Shape): string {
  const [from, to] = [minimum, maximum].map((bound) => (isBound(bound) ? bound.toLocaleString('en') : undefined));
  if (from !== undefined && to !== undefined) return ` from ${from} to ${to}`;
  if (from !== undefined) return ` of at least ${from}`;
  return to === undefined ? '' : ` up to ${to}`;
}

function size(least: number | undefined, most: number | undefined, unit: string): string {
  if (most === undefined) return '';
  const many = most.toLocaleString('en');
  return least === undefined || least === 0 ? ` of up to ${many} ${unit}` : ` of ${least} to ${many} ${unit}`;
}

const ID_LENGTH = 26;

/** Returns whether a field takes an id of this service. */
export const isId = ({ minLength, maxLength }: Shape): boolean => minLength === ID_LENGTH && maxLength === ID_LENGTH;

/** What some text fields contain. */
const texts: Record<string, string> = {
  image: 'text: an https URL, an upload’s `source`, a data URL or base64',
  images: 'text (an https URL, an upload’s `source`, a data URL or base64)',
  page_url: 'a complete URL such as https://example.com/page',
  webhook_url: 'a complete URL such as https://example.com/hook',
  after_image: 'a complete URL such as https://example.com/after.png',
  pdf: 'text: an https URL, an upload’s `source`, a data URL or base64 of a PDF',
};

/**
 * Describes what a field takes: `text of 1 to 160 characters`. `name`: the name of the field, or of the list it is in.
 */
export function expected(shape: Shape, name = ''): string {
  const { type, anyOf, properties, required = [] } = shape;
  if (shape.enum !== undefined)
    return listed(
      shape.enum.map((value) => `\`${value}\``),
      'or',
    );
  if (anyOf !== undefined)
    return listed(
      anyOf.map((each) => expected(each, name)),
      'or',
    );
  switch (type) {
    case 'string':
      if (isId(shape)) return `an id of ${ID_LENGTH} letters and digits`;
      return texts[name] ?? `text${size(shape.minLength, shape.maxLength, 'characters')}`;
    case 'integer':
      return `a whole number${range(shape)}`;
    case 'number':
      return `a number${range(shape)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `a list${size(shape.minItems, shape.maxItems, shape.maxItems === 1 ? 'item' : 'items')}`;
    case 'null':
      return 'null';
    default: {
      const names = required.length > 0 ? required : properties === undefined ? [] : Object.keys(properties);
      return names.length === 0
        ? 'an object of names and texts'
        : `an object with ${listed(
            names.map((each) => `\`${each}\``),
            'and',
          )}`;
    }
  }
}

/** Describes what was sent: `a list`. */
export function given(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return value.startsWith('data:') ? 'a data URL' : 'text';
    case 'number':
      return 'a number';
    case 'boolean':
      return String(value);
    default:
      return 'an object';
  }
}
