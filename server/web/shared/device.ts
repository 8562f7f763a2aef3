import type { UiState } from '../review/ui-state.ts';

export const phoneQuery = '(max-width: 1023px)';

/** Tracks the window: whether it is a phone's, how much an on-screen keyboard covers, which images have loaded. */
export function watchDevice(ui: UiState): () => void {
  const query = matchMedia(phoneQuery);
  const onWidth = () => {
    ui.phone.value = query.matches;
  };
  const keyboard = () => {
    const seen = visualViewport;
    const covered = seen === null ? 0 : Math.max(0, innerHeight - seen.height - seen.offsetTop);
    document.documentElement.style.setProperty('--keyboard', `${Math.round(covered)}px`);
  };
  // Transparency shows as a checkerboard only then, not while the image loads.
  const onLoad = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) target.dataset.loaded = '';
  };
  onWidth();
  keyboard();
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('load', onLoad, { capture: true, signal });
  query.addEventListener('change', onWidth, { signal });
  visualViewport?.addEventListener('resize', keyboard, { signal });
  visualViewport?.addEventListener('scroll', keyboard, { signal });
  return () => ending.abort();
}

/** The keys that save, as the device's keyboard names them. */
export const saveKeys = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘⏎' : 'Ctrl ⏎');

export const coarsePointer = (): boolean => matchMedia('(pointer: coarse)').matches;

export const lessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export const scrollBehavior = (): ScrollBehavior => (lessMotion() ? 'instant' : 'smooth');
