import type { UiState } from './ui-state.ts';

/** Closes the dialog and opens, scrolls to and focuses a section of the side panel. */
export function showSection(ui: UiState, id: string): void {
  ui.dialog.value = null;
  ui.right.value = true;
  if (ui.phone.value) ui.sheet.value = 'full';
  // A closing dialog restores the former focus first.
  setTimeout(() => {
    const section = document.getElementById(id);
    if (section instanceof HTMLDetailsElement) section.open = true;
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector('summary')?.focus();
  });
}
