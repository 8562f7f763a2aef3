import type { Signal } from '@preact/signals';
import { strings } from '../strings.ts';
import type { Around } from './around.ts';
import { areasOf, stepAt } from './changes.ts';

/** Going through what changed, and how much of it a person wants to see at once. */
export interface ChangeSteps {
  /** Brings a change of a shot into view. */
  showChange(shot: number, at: number): void;
  stepChange(by: 1 | -1): void;
  toggleOutlines(): void;
  showNotices(shown: boolean): void;
}

export function createChangeSteps(around: Around, closeComposer: () => void): ChangeSteps {
  const { screen, memory, view, announce, show } = around;
  const areasOn = (index: number) => areasOf(view().review.screenshots.find((shot) => shot.index === index));

  const showChange = (index: number, at: number) => {
    const areas = areasOn(index);
    const area = areas[at];
    if (area === undefined) return;
    if (screen.shot.value !== index) closeComposer();
    screen.selected.value = null;
    screen.change.value = { shot: index, at };
    if (screen.phone.value) screen.sheet.value = 'peek';
    show(index, { ...area, kind: 'box' });
    announce(strings.changes.announce(at, areas.length, strings.changes.kind[area.kind], area.share, area.marks));
  };

  /** The device remembers how a person likes it. */
  const choose = (setting: Signal<boolean | null>, key: string, value: boolean) => {
    setting.value = value;
    memory.set(key, value ? 'on' : 'off');
  };

  return {
    showChange,
    stepChange(by) {
      const index = screen.shot.value;
      const chosen = screen.change.value;
      const at = stepAt(areasOn(index).length, chosen?.shot === index ? chosen.at : null, by);
      if (at !== null) showChange(index, at);
    },
    toggleOutlines: () => choose(screen.outlines, 'outlines', !screen.outlines.value),
    showNotices: (shown) => choose(screen.notices, 'notices', shown),
  };
}
