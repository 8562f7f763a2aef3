// Results from inside a page are untrusted: they are read field by field, and clipped to the screenshot and to limits.
import type { CapturedBox } from './captured-facts.ts';

/** Size of a screenshot in CSS pixels */
export interface Size {
  width: number;
  height: number;
}

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const readList = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** Limits a text to a length and to characters that a database can store: no NUL, no half of a surrogate pair. */
export const readText = (value: unknown, max: number): string =>
  typeof value === 'string' ? value.slice(0, max).replaceAll('\0', '').toWellFormed() : '';

export const readNumber = (value: unknown, max: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(max, Math.max(0, value)) : 0;

/** Returns the part of a box that is on the screenshot; null if there is none, or if the value is not a box. */
export function readBox(value: unknown, limits: Size): CapturedBox | null {
  if (!isFields(value)) return null;
  const { x, y, width, height } = value;
  const all = [x, y, width, height];
  if (!all.every((each) => typeof each === 'number' && Number.isFinite(each))) return null;
  const [left, top] = [Math.max(0, Number(x)), Math.max(0, Number(y))];
  const right = Math.min(limits.width, Number(x) + Number(width));
  const bottom = Math.min(limits.height, Number(y) + Number(height));
  if (right - left <= 0 || bottom - top <= 0) return null;
  const round = (each: number) => Math.round(each * 100) / 100;
  return { x: round(left), y: round(top), width: round(right - left), height: round(bottom - top) };
}
