import type { Signal } from '@preact/signals';
import type { ReviewDependencies } from '../review/dependencies.ts';
import { strings } from '../strings.ts';
import { areasOf, stepAt } from './changed-areas.ts';
import { sideOf } from './counterpart.ts';

/** Steps through the changes and sets how much of them is outlined. */
export interface ChangeSteps {
  showChange(shot: number, at: number): void;
  stepChange(by: 1 | -1): void;
  toggleOutlines(): void;
  showNotices(shown: boolean): void;
}

export function createChangeSteps(deps: ReviewDependencies, closeComposer: () => void): ChangeSteps {
  const { ui, memory, view, announce, show } = deps;
  const areasOn = (index: number) =>
    areasOf(
      view().review.screenshots.find((shot) => shot.index === index),
      sideOf(view(), ui.compare.against.value),
    );

  const showChange = (index: number, at: number) => {
    const areas = areasOn(index);
    const area = areas[at];
    if (area === undefined) return;
    if (ui.shot.value !== index) closeComposer();
    ui.selected.value = null;
    ui.change.value = { shot: index, at };
    if (ui.phone.value) ui.sheet.value = 'peek';
    show(index, { ...area, kind: 'box' });
    announce(strings.changes.announce(at, areas.length, strings.changes.kind[area.kind], area.share, area.marks));
  };

  const choose = (setting: Signal<boolean | null>, key: string, value: boolean) => {
    setting.value = value;
    memory.set(key, value ? 'on' : 'off');
  };

  return {
    showChange,
    stepChange(by) {
      const index = ui.shot.value;
      const chosen = ui.change.value;
      const at = stepAt(areasOn(index).length, chosen?.shot === index ? chosen.at : null, by);
      if (at !== null) showChange(index, at);
    },
    toggleOutlines: () => choose(ui.outlines, 'outlines', !ui.outlines.value),
    showNotices: (shown) => choose(ui.notices, 'notices', shown),
  };
}
