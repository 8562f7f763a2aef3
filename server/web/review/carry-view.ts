import { sameShot } from '../screenshots/shot-ref.ts';
import type { Mode, Review } from '../shared/types.ts';
import type { UiState } from './ui-state.ts';

const key = 'sightline:going';

/** What is shown, for the next page of this tab. */
interface CarriedView {
  label: string;
  index: number;
  zoom: UiState['zoom']['value'];
  mode: Mode;
  /** Scroll position, in CSS pixels. */
  left: number;
  top: number;
}

/** Stores the screenshot, zoom and scroll position before the page is left for another pass. */
export function carryView(ui: UiState, { screenshots }: Pick<Review, 'screenshots'>): void {
  const shot = screenshots.find(({ index }) => index === ui.shot.value);
  const scroller = document.querySelector('[data-scroller]');
  if (shot === undefined || scroller === null) return;
  const { scrollLeft: left, scrollTop: top } = scroller;
  const { label, index } = shot;
  const carried: CarriedView = { label, index, zoom: ui.zoom.value, mode: ui.mode.value, left, top };
  try {
    sessionStorage.setItem(key, JSON.stringify(carried));
  } catch {
    // The next page begins at its beginning.
  }
}

function read(): CarriedView | null {
  try {
    const kept: CarriedView | null = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    sessionStorage.removeItem(key);
    return kept;
  } catch {
    return null;
  }
}

/** Restores what the other pass showed, on the screenshot with the same label. */
export function restoreView(ui: UiState, { screenshots }: Pick<Review, 'screenshots'>): void {
  const carried = read();
  const shot = carried === null ? undefined : sameShot(screenshots, carried);
  if (carried === null || shot === undefined) return;
  ui.shot.value = shot.index;
  ui.zoom.value = carried.zoom;
  ui.mode.value = carried.mode;
  // After the layout at that zoom.
  requestAnimationFrame(() =>
    document.querySelector('[data-scroller]')?.scrollTo({ left: carried.left, top: carried.top, behavior: 'instant' }),
  );
}
