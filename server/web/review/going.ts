import type { Screen } from './screen.ts';
import type { Mode, Review } from './types.ts';

const key = 'sightline:going';

/** What the person looks at, for the next page of this tab. */
interface Going {
  label: string;
  zoom: Screen['zoom']['value'];
  mode: Mode;
  /** The picture's place on the screen, in CSS pixels. */
  left: number;
  top: number;
}

/** Remembers the shot, the zoom and the place before the page is left for another pass. */
export function setOut(screen: Screen, { screenshots }: Pick<Review, 'screenshots'>): void {
  const shot = screenshots.find(({ index }) => index === screen.shot.value);
  const scroller = document.querySelector('[data-scroller]');
  if (shot === undefined || scroller === null) return;
  const { scrollLeft: left, scrollTop: top } = scroller;
  const going: Going = { label: shot.label, zoom: screen.zoom.value, mode: screen.mode.value, left, top };
  try {
    sessionStorage.setItem(key, JSON.stringify(going));
  } catch {
    // The next page begins at its beginning.
  }
}

function read(): Going | null {
  try {
    const kept: Going | null = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    sessionStorage.removeItem(key);
    return kept;
  } catch {
    return null;
  }
}

/** Takes up on this pass where the person left the other one: on the shot of the same label, where there is one. */
export function arriveFrom(screen: Screen, { screenshots }: Pick<Review, 'screenshots'>): void {
  const going = read();
  const shot = screenshots.find(({ label }) => label === going?.label);
  if (going === null || shot === undefined) return;
  screen.shot.value = shot.index;
  screen.zoom.value = going.zoom;
  screen.mode.value = going.mode;
  // After the picture has been laid out at that zoom.
  requestAnimationFrame(() =>
    document.querySelector('[data-scroller]')?.scrollTo({ left: going.left, top: going.top, behavior: 'instant' }),
  );
}
