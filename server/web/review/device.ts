import type { Screen } from './screen.ts';

export const phoneQuery = '(max-width: 720px)';

/** Follows the window: whether it is a phone's, and how much of it an on-screen keyboard covers. */
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
  onWidth();
  keyboard();
  query.addEventListener('change', onWidth);
  visualViewport?.addEventListener('resize', keyboard);
  visualViewport?.addEventListener('scroll', keyboard);
  return () => {
    query.removeEventListener('change', onWidth);
    visualViewport?.removeEventListener('resize', keyboard);
    visualViewport?.removeEventListener('scroll', keyboard);
  };
}

export const coarsePointer = (): boolean => matchMedia('(pointer: coarse)').matches;

export const lessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export const scrollBehavior = (): ScrollBehavior => (lessMotion() ? 'instant' : 'smooth');
