import type { MarkStatus } from '../../contract/mark.ts';
import type { SkippedMark } from '../../contract/resolve-marks.ts';

export const isOutstanding = (status: MarkStatus): boolean =>
  status === 'open' || status === 'in_progress' || status === 'reopened';
export const awaitsVerification = (status: MarkStatus): boolean => status === 'resolved';
/** What a next pass takes along (design 3.2). */
export const isCarried = (status: MarkStatus): boolean => isOutstanding(status) || awaitsVerification(status);

/** An after-image is judged by its form only; it is never trusted to be there. */
export const isAfterImage = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
};

export interface Report {
  status: 'resolved' | 'in_progress';
  note?: string | undefined;
  after_image?: string | undefined;
}

/** Why a fixer's report changes nothing, or null when it changes something. */
export function skipReason(
  mark: { status: MarkStatus; note: string | null; afterImage: string | null } | undefined,
  report: Report,
): SkippedMark['reason'] | null {
  if (mark === undefined) return 'not_found';
  if (mark.status === 'verified') return 'already_verified';
  if (mark.status === 'withdrawn') return 'withdrawn';
  if (report.after_image !== undefined && !isAfterImage(report.after_image)) return 'invalid_after_image';
  const same =
    mark.status === report.status &&
    (report.note === undefined || report.note === mark.note) &&
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

/** A shot's pixels; `pixelRatio` is device pixels per CSS pixel, null for a picture that says nothing of it. */
export interface ShotSize {
  width: number;
  height: number;
  pixelRatio: number | null;
}

/**
 * Where a mark lies on the next pass's shot of the same label: at the same distance from the left and the top, since
 * pages grow at their ends. Distances are CSS pixels where both shots tell them, else shares of the shot's width.
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
