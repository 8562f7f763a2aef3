import type { z } from 'zod';
import { trimText } from '../../contract/trim-text.ts';
import { type Path, pathOf, type Shape, shapeAt, valueAt } from './shape.ts';
import { expected, given, isId, listed } from './words.ts';

export type Issue = z.core.$ZodIssue;

/** An error in one field: where it is, and a sentence that names it, what it takes, and how to correct it. */
export interface FieldRefusal {
  path: Path;
  message: string;
}

/** The most characters of a value or a name that are repeated to the sender. */
const MAX_REPEATED = 60;
const clip = (text: string): string => (text.length > MAX_REPEATED ? `${text.slice(0, MAX_REPEATED)}…` : text);

/** Returns what to do where the rule alone does not explain it. */
function remedy(name: string, value: unknown, shape: Shape | undefined): string {
  if (name === 'capture_url' && typeof value === 'string') {
    return ' Send the address as `page_url`, with `capture_url: true`.';
  }
  if (shape?.type === 'array' && typeof value === 'string') return ' Put it in a list: ["…"].';
  if (shape?.type === 'array' && given(value) === 'an object') return ' Put it in a list: [{ … }].';
  return '';
}

/** Returns the name for what a field holds: its own, or for an item the name of its list. */
const nameOf = (path: Path): string => String(path.findLast((part) => typeof part === 'string') ?? '');

function count(value: unknown): string {
  const isText = typeof value === 'string';
  const many = isText ? [...value].length : (value as []).length;
  return `${many.toLocaleString('en')} ${isText ? 'character' : 'item'}${many === 1 ? '' : 's'}`;
}

function tooBig(field: string, name: string, value: unknown, shape: Shape): string {
  if (typeof value === 'number') return `${field} must be ${expected(shape, name)}, not ${value}.`;
  if (typeof value === 'string' && /^data:/i.test(value)) {
    return `${field} must be ${expected(shape, name)}, not a data URL.`;
  }
  const most = (shape.maxLength ?? shape.maxItems ?? 0).toLocaleString('en');
  const repair = typeof value === 'string' ? 'Shorten it' : 'Send fewer';
  return `${field} has ${count(value)}; at most ${most} are allowed. ${repair}.`;
}

function tooSmall(field: string, name: string, value: unknown, shape: Shape): string {
  if (typeof value === 'number') return `${field} must be ${expected(shape, name)}, not ${value}.`;
  const isEmpty = Array.isArray(value) ? value.length === 0 : trimText(String(value)) === '';
  return isEmpty
    ? `${field} is empty. Send ${expected(shape, name)}.`
    : `${field} has ${count(value)}. Send ${expected(shape, name)}.`;
}

/**
 * For a value with several possible shapes, returns what is wrong with the one that was meant: the one whose own type
 * fits.
 */
function meant(issue: Issue): Issue[] | null {
  if (issue.code !== 'invalid_union') return null;
  const one = issue.errors.find((each) => each.length > 0 && each.every(({ path }) => path.length > 0));
  return one?.map((each) => ({ ...each, path: [...issue.path, ...each.path] })) ?? null;
}

/** Explains one issue of the schema to the sender of `input`. */
export function sentencesOf(whole: Shape, input: unknown, issue: Issue): FieldRefusal[] {
  const inner = meant(issue);
  if (inner !== null) return inner.flatMap((each) => sentencesOf(whole, input, each));
  const { path } = issue;
  const value = valueAt(input, path);
  const outer = shapeAt(whole, path);
  const shape =
    outer?.anyOf?.find(({ type }) => type === (Array.isArray(value) ? 'array' : typeof value)) ?? outer ?? {};
  const name = nameOf(path);
  const field = path.length === 0 ? 'The request body' : `\`${clip(pathOf(path))}\``;
  const refuse = (message: string): FieldRefusal[] => [{ path, message }];
  if (issue.code === 'custom') return refuse(`${field} ${issue.message}`);
  if (issue.code === 'invalid_key') return refuse(`${field} has a name that is too long. Shorten it.`);
  if (isId(shape) && typeof value === 'string') {
    return refuse(
      `${field} must be ${expected(shape)}; this has ${count(value)}. Copy it from the \`id\` of the review.`,
    );
  }
  if (issue.code === 'too_big') return refuse(tooBig(field, name, value, shape));
  if (issue.code === 'too_small') return refuse(tooSmall(field, name, value, shape));
  const wanted = expected(outer ?? {}, name);
  if (value === undefined) return refuse(`${field} is missing. Send ${wanted}.`);
  const sent = typeof value === 'number' || shape.enum !== undefined ? clip(JSON.stringify(value) ?? '') : given(value);
  return refuse(`${field} must be ${wanted}, not ${sent}.${remedy(name, value, outer)}`);
}

const isMissing = (input: unknown, { path }: FieldRefusal): boolean => valueAt(input, path) === undefined;
const holderOf = ({ path }: FieldRefusal): string => pathOf(path.slice(0, -1));

/**
 * Returns the sentence for the whole error: that of the first field, or of an object in which several fields are
 * missing.
 */
export function firstSentence(input: unknown, refusals: readonly FieldRefusal[]): string {
  const [first] = refusals;
  if (first === undefined) return 'The request is not valid.';
  const holder = holderOf(first);
  const missing = refusals.filter((each) => holderOf(each) === holder && isMissing(input, each));
  if (holder === '' || !isMissing(input, first) || missing.length < 2) return first.message;
  const names = missing.map(({ path }) => `\`${String(path.at(-1))}\``);
  return `\`${holder}\` is incomplete: ${listed(names, 'and')} are missing.`;
}
