import type { MarkStatus, SkippedMark } from '../../contract/mark.ts';

export const isOutstanding = (status: MarkStatus): boolean =>
  status === 'open' || status === 'in_progress' || status === 'reopened';
export const awaitsVerification = (status: MarkStatus): boolean => status === 'resolved';
/** Returns whether the next pass takes a mark with this status along. */
export const isCarried = (status: MarkStatus): boolean => isOutstanding(status) || awaitsVerification(status);

export interface Report {
  status: 'resolved' | 'in_progress';
  note?: string | undefined;
  after_image?: string | undefined;
}

/**
 * Returns why a fixing agent's report changes nothing, or null when it changes something. `isAfterImage` judges an
 * address by its form; whether there is an image is known only later.
 */
export function skipReason(
  mark: { status: MarkStatus; note: string | null; afterImage: string | null } | undefined,
  report: Report,
  isAfterImage: (url: string) => boolean,
): SkippedMark['reason'] | null {
  if (mark === undefined) return 'not_found';
  if (mark.status === 'verified') return 'already_verified';
  if (mark.status === 'withdrawn') return 'withdrawn';
  if (report.after_image !== undefined && !isAfterImage(report.after_image)) return 'invalid_after_image';
  const same =
    mark.status === report.status &&
    (report.note === undefined || (report.note || null) === mark.note) &&
    (report.after_image === undefined || report.after_image === mark.afterImage);
  return same ? 'unchanged' : null;
}

export interface Place {
  x: number;
  y: number;
  width: number | null;
  height: number | null;
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** A screenshot's pixels; `pixelRatio` is device pixels per CSS pixel, null for an image that carries none. */
export interface ShotSize {
  width: number;
  height: number;
  pixelRatio: number | null;
}

/** The region that a point stands for: a square of this many CSS pixels around it. */
export const POINT_REGION = 96;

/** Returns the part of a screenshot that a mark is about, in fractions: its box, or what surrounds its point. */
export function regionOf(place: Place, shot: ShotSize): { x: number; y: number; width: number; height: number } {
  if (place.width !== null && place.height !== null) {
    return { x: place.x, y: place.y, width: place.width, height: place.height };
  }
  const side = POINT_REGION * (shot.pixelRatio ?? 1);
  const [left, right] = [clamp(place.x - side / 2 / shot.width), clamp(place.x + side / 2 / shot.width)];
  const [top, bottom] = [clamp(place.y - side / 2 / shot.height), clamp(place.y + side / 2 / shot.height)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * Returns where a mark lies on the next pass's screenshot of the same label: at the same distance from the left and the
 * top, because pages grow at their ends. Distances are CSS pixels where both screenshots know them, else shares of the
 * screenshot's width.
 */
export function carryPlace(place: Place, from: ShotSize, to: ShotSize): Place {
  const known = from.pixelRatio !== null && to.pixelRatio !== null;
  const scale = known ? (to.pixelRatio ?? 1) / (from.pixelRatio ?? 1) : to.width / from.width;
  const across = (from.width * scale) / to.width;
  const down = (from.height * scale) / to.height;
  const x = clamp(place.x * across);
  const y = clamp(place.y * down);
  return {
    x,
    y,
    width: place.width === null ? null : Math.min(1 - x, place.width * across),
    height: place.height === null ? null : Math.min(1 - y, place.height * down),
  };
}
