const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Moves the focus within a list by arrow keys, Home and End, wrapping; Tab leaves the list. */
export function rove(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = steps[event.key];
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a[href]')];
  const active = document.activeElement;
  const at = active instanceof HTMLElement ? all.indexOf(active) : -1;
  const next = event.key === 'Home' ? 0 : step === undefined ? all.length - 1 : (at + step + all.length) % all.length;
  if (at < 0) return;
  event.preventDefault();
  all[next]?.focus();
}
