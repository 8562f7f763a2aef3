import { type Area, areaOf, clamp, type Place } from './geometry.ts';

interface Size {
  width: number;
  height: number;
}

/**
 * The part of a shot to show around a mark, in pixels of the shot: the mark with context on every side, in the
 * given aspect (width / height), inside the shot where the shot is large enough.
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

/** The shape of the window for a mark: wide for what is wide, so that a full-width bar stays readable. */
export function cropAspect(place: Place, shot: Size): number {
  const area = areaOf(place);
  return area.width * shot.width > area.height * shot.height * 3 && area.width * shot.width > 320 ? 5 / 2 : 4 / 3;
}

/** A shot's pixels and, where it tells them, device pixels per CSS pixel. */
export interface Shot extends Size {
  viewport?: { scale: number } | null;
}

/**
 * The same part of the other pass's shot: as far from the upper left corner in CSS pixels, or in shot widths where
 * they are not known, which is how a mark is carried from pass to pass; pushed inside.
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

/** How to lay the whole picture behind a window so that the window shows `area`; all in percent of the window. */
export function behindWindow(area: Area, shot: Size): { width: number; left: number; top: number } {
  return {
    width: (shot.width / area.width) * 100,
    left: (-area.x / area.width) * 100,
    top: (-area.y / area.height) * 100,
  };
}
