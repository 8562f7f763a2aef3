import { useLayoutEffect } from 'preact/hooks';
import { hasElements } from '../mark/element-source.ts';
import { elementOf } from '../mark/elements.ts';
import { type StageDesk, useStage } from '../review/stage-desk.ts';
import { typing } from '../review/stage-keys.ts';
import type { Screenshot } from '../review/types.ts';
import { strings } from '../strings.ts';
import { elementName, stepPointed } from './element-hits.ts';

/** Whether Enter is free to pin what is outlined: nothing that could be pressed has the focus. */
const onStage = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof HTMLElement && target.matches('[data-scroller]'));

/** What Escape ends before it closes anything; false when nothing of this is going on. */
function leave(desk: StageDesk): boolean {
  const { marking } = desk.screen;
  if (marking.tree.value) marking.tree.value = false;
  else if (marking.corner.value !== null) marking.corner.value = null;
  else if (marking.placing.value) marking.placing.value = false;
  else if (marking.adjusting.value !== null) {
    marking.adjusting.value = null;
    desk.announce(strings.tools.notMoved);
  } else if (marking.tool.value !== 'point' && desk.screen.composing.value === null) {
    marking.tool.value = 'point';
    desk.announce(strings.tools.off);
  } else return false;
  return true;
}

/** Takes the outlined element outwards or inwards and says what it is now. */
function walk(desk: StageDesk, shot: Screenshot, by: 1 | -1): boolean {
  if (desk.screen.marking.pointed.value === null) return false;
  const element = stepPointed(desk.screen.marking, shot, by);
  desk.announce(element === null ? strings.tools.noFurther : elementName(element));
  return true;
}

function press(desk: StageDesk, shot: Screenshot, event: KeyboardEvent): boolean {
  const { screen } = desk;
  const { marking } = screen;
  // By place on the keyboard: with Shift, the digits type something else on every layout.
  if (event.shiftKey && event.code === 'Digit0') screen.zoom.value = 1;
  else if (event.shiftKey && event.code === 'Digit1') screen.zoom.value = 'fit';
  else {
    if (!desk.view().can.mark) return false;
    const mapped = hasElements(shot);
    switch (event.key.length === 1 ? event.key.toLowerCase() : event.key) {
      case 'a':
        marking.corner.value = null;
        marking.tool.value = marking.tool.value === 'box' ? 'point' : 'box';
        desk.announce(marking.tool.value === 'box' ? strings.tools.boxOn : strings.tools.off);
        break;
      case 'e':
        if (!mapped) return false;
        marking.corner.value = null;
        marking.tool.value = marking.tool.value === 'element' ? 'point' : 'element';
        desk.announce(marking.tool.value === 'element' ? strings.tools.elementOn : strings.tools.off);
        break;
      case 't':
        if (!mapped) return false;
        marking.tree.value = !marking.tree.value;
        break;
      case '[':
      case 'ArrowUp':
        return onStage(event.target) && walk(desk, shot, 1);
      case ']':
      case 'ArrowDown':
        return onStage(event.target) && walk(desk, shot, -1);
      case 'Enter': {
        const now = marking.pointed.value;
        const element = now === null ? undefined : marking.elements.of(shot)?.[elementOf(now.walk) ?? -1];
        if (now === null || element === undefined || !onStage(event.target)) return false;
        marking.pointed.value = null;
        desk.startDraft(shot.index, { kind: 'box', ...element.area });
        const key = screen.composing.value;
        if (key !== null) marking.taken.value = { key, walk: now.walk };
        break;
      }
      default:
        return false;
    }
  }
  return true;
}

/** The keys of marking, heard before the page's own. Alt shows elements for as long as it is held. */
export function useMarkingKeys(shot: Screenshot): void {
  const desk = useStage();
  useLayoutEffect(() => {
    const { screen } = desk;
    const { held } = screen.marking;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || screen.dialog.value !== null) return;
      if (event.key === 'Alt') {
        held.value = !typing(event.target) && hasElements(shot) && desk.view().can.mark;
        return;
      }
      if (event.key === 'Escape') {
        if (leave(desk)) event.preventDefault();
        return;
      }
      const walks = held.value && (event.key === '[' || event.key === ']' || /^Arrow(Up|Down)$/.test(event.key));
      if (event.ctrlKey || event.metaKey || (event.altKey && !walks)) return;
      if (typing(event.target) || !screen.singleKeys.value) return;
      if (press(desk, shot, event)) event.preventDefault();
    };
    const onUp = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Alt') held.value = false;
    };
    addEventListener('keydown', onKey);
    addEventListener('keyup', onUp);
    addEventListener('blur', onUp);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('keyup', onUp);
      removeEventListener('blur', onUp);
      held.value = false;
      // Begun on this shot; on the next a click would go on with it unseen.
      screen.marking.corner.value = null;
      screen.marking.adjusting.value = null;
    };
  }, [desk, shot.index, shot.sha256]);
}
