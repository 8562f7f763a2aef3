import type { Screen } from '../review/screen.ts';

/** Closes a dialog over the page and leads to a section of the side panel: unfolded, in view, and with the focus. */
export function showSection(screen: Screen, id: string): void {
  screen.dialog.value = null;
  screen.right.value = true;
  if (screen.phone.value) screen.sheet.value = 'full';
  // The dialog gives the focus back to where it came from as it goes.
  setTimeout(() => {
    const section = document.getElementById(id);
    if (section instanceof HTMLDetailsElement) section.open = true;
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector('summary')?.focus();
  });
}
