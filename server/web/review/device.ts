import type { Screen } from './screen.ts';

export const phoneQuery = '(max-width: 720px)';

/** Follows the window: whether it is a phone's, how much of it an on-screen keyboard covers, which images have loaded. */
export function watchDevice(screen: Screen): () => void {
  const query = matchMedia(phoneQuery);
  const onWidth = () => {
    screen.phone.value = query.matches;
  };
  const keyboard = () => {
    const seen = visualViewport;
    const covered = seen === null ? 0 : Math.max(0, innerHeight - seen.height - seen.offsetTop);
    document.documentElement.style.setProperty('--keyboard', `${Math.round(covered)}px`);
  };
  // Only then does the checkerboard show what is transparent, and not that it is still coming.
  const onLoad = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) target.dataset.loaded = '';
  };
  onWidth();
  keyboard();
  document.addEventListener('load', onLoad, true);
  query.addEventListener('change', onWidth);
  visualViewport?.addEventListener('resize', keyboard);
  visualViewport?.addEventListener('scroll', keyboard);
  return () => {
    document.removeEventListener('load', onLoad, true);
    query.removeEventListener('change', onWidth);
    visualViewport?.removeEventListener('resize', keyboard);
    visualViewport?.removeEventListener('scroll', keyboard);
  };
}

export const coarsePointer = (): boolean => matchMedia('(pointer: coarse)').matches;

export const lessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export const scrollBehavior = (): ScrollBehavior => (lessMotion() ? 'instant' : 'smooth');
