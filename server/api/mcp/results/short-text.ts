import { visibleText } from '../../../contract/visible-text.ts';

/** Returns at most `longest` characters of the text, with hidden characters written out. */
export function short(text: string, longest: number): string {
  // Takes more than enough to fill the space, so that a long text costs no more than a short one.
  const shown = visibleText(text.slice(0, longest + 1).toWellFormed());
  return shown.length <= longest ? shown : `${shown.slice(0, longest - 1).toWellFormed()}…`;
}

export const shortOrNull = (text: string | null, longest: number): string | null =>
  text === null ? null : short(text, longest);

/** Leaves out empty fields: null and empty lists. */
export function withoutEmpty(fields: object): Record<string, unknown> {
  const given = Object.entries(fields).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(given);
}

/** Rounds fractions of an image to a hundredth of a percent. */
export const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10_000) / 10_000;
