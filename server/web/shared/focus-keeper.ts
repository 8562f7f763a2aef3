import { useEffect } from 'preact/hooks';

type Home = 'composer' | 'panel' | 'stage' | 'other';

const homeOf = (element: Element): Home => {
  if (element.closest('.composer, .adjust, .elements') !== null) return 'composer';
  if (element.closest('.panel') !== null) return 'panel';
  return element.closest('.stage') === null ? 'other' : 'stage';
};

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);

/** Returns the next element to focus: the mark's marker, a neighbouring row, or the stage. */
function heir(home: Home, row: number): HTMLElement | null {
  const marker = find('.marker[data-selected="true"]');
  const stage = find('[data-scroller]');
  if (home === 'panel') {
    const rows = [...document.querySelectorAll<HTMLElement>('.panel .row')].filter((each) => each.checkVisibility());
    const buttons = rows.flatMap((each) => each.querySelector<HTMLElement>('button:enabled') ?? []);
    return buttons[Math.min(Math.max(row, 0), buttons.length - 1)] ?? stage;
  }
  return marker ?? stage;
}

/**
 * Keeps the keyboard focus: when the focused element is removed (a mark saved, deleted or changed by others), the
 * closest one gets it.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    let home: Home = 'other';
    let row = -1;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      last = target;
      home = homeOf(target);
      const rows = [...document.querySelectorAll('.panel .row')];
      row = home === 'panel' ? rows.findIndex((each) => each.contains(target)) : -1;
    };
    const onPointer = ({ target }: PointerEvent) => {
      // The person moved the focus on purpose.
      if (!(target instanceof Node) || !document.activeElement?.contains(target)) last = null;
    };
    const check = () => {
      const now = document.activeElement;
      if (last === null || (now !== null && now !== document.body)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const kept = last.isConnected ? last : heir(home, row);
      kept?.focus({ preventScroll: last.isConnected });
    };
    const observer = new MutationObserver(check);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPointer, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPointer, true);
    };
  }, []);
}
