import { type Area, areaOf, clamp, type Place } from '../marking/geometry.ts';

interface Size {
  width: number;
  height: number;
}

/**
 * Returns the part of a screenshot to show around a mark, in its pixels: with context on every side, in the given
 * aspect (width / height), inside the screenshot where that is large enough.
 */
export function contextArea(place: Place, shot: Size, aspect: number, least = 320): Area {
  const area = areaOf(place);
  const marked = {
    width: area.width * shot.width,
    height: area.height * shot.height,
    x: area.x * shot.width,
    y: area.y * shot.height,
  };
  const wanted = Math.max(marked.width * 1.5, marked.height * 1.5 * aspect, least);
  const width = Math.min(wanted, shot.width);
  const height = Math.min(width / aspect, shot.height);
  return {
    x: clamp(marked.x + marked.width / 2 - width / 2, 0, Math.max(shot.width - width, 0)),
    y: clamp(marked.y + marked.height / 2 - height / 2, 0, Math.max(shot.height - height, 0)),
    width,
    height,
  };
}

/** Returns the aspect for a mark: wider for wide ones, so that a full-width bar stays readable. */
export function cropAspect(place: Place, shot: Size): number {
  const area = areaOf(place);
  return area.width * shot.width > area.height * shot.height * 3 && area.width * shot.width > 320 ? 5 / 2 : 4 / 3;
}

export interface Shot extends Size {
  viewport?: { scale: number } | null;
}

/**
 * Returns the same part of the other pass's screenshot: at the same distance from the upper left corner in CSS pixels,
 * or in widths where they are unknown, as marks are carried; moved inside.
 */
export function sameArea(area: Area, shot: Shot, other: Shot): Area {
  const known = shot.viewport != null && other.viewport != null;
  const scale = known ? (other.viewport?.scale ?? 1) / (shot.viewport?.scale ?? 1) : other.width / shot.width;
  const width = Math.min(area.width * scale, other.width);
  const height = Math.min(area.height * scale, other.height);
  return {
    x: clamp(area.x * scale, 0, other.width - width),
    y: clamp(area.y * scale, 0, other.height - height),
    width,
    height,
  };
}

/** Returns how to lay the whole screenshot behind a window that shows `area`, in percent of the window. */
export function behindWindow(area: Area, shot: Size): { width: number; left: number; top: number } {
  return {
    width: (shot.width / area.width) * 100,
    left: (-area.x / area.width) * 100,
    top: (-area.y / area.height) * 100,
  };
}
