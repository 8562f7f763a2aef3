import type { Around } from './around.ts';
import { addTo } from './screen.ts';

/** What a person does with the hints. */
export interface HintActs {
  hideHint(id: number): void;
  showHints(): void;
}

export function createHintActs({ screen, memory, reviewId }: Around): HintActs {
  const kept = `${reviewId}:hidden-hints`;
  return {
    hideHint(id) {
      screen.hiddenHints.value = addTo(memory, kept, screen.hiddenHints.value, String(id));
      screen.outlined.value = null;
    },
    showHints() {
      memory.remove(kept);
      screen.hiddenHints.value = new Set();
    },
  };
}
