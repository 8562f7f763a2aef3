import { useLayoutEffect } from 'preact/hooks';
import type { ReviewController } from '../review/controller.ts';
import { mayPlace } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import { typing } from '../screenshots/stage-keys.ts';
import type { Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { elementName, stepPointed } from './element-hits.ts';
import { hasElements } from './element-source.ts';
import { elementOf } from './elements.ts';

/** Returns whether Enter may mark the outlined element: no control has the focus. */
const onStage = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof HTMLElement && target.matches('[data-scroller]'));

/** Ends the innermost mode on Escape. Returns false when there is none. */
function leave(controller: ReviewController): boolean {
  const { marking } = controller.ui;
  if (marking.tree.value) marking.tree.value = false;
  else if (marking.corner.value !== null) marking.corner.value = null;
  else if (marking.drawing.value !== null) marking.drawing.value = null;
  else if (marking.placing.value) marking.placing.value = false;
  else if (marking.adjusting.value !== null) {
    marking.adjusting.value = null;
    controller.announce(strings.tools.notMoved);
  } else if (marking.tool.value !== 'point' && controller.ui.composing.value === null) {
    marking.tool.value = 'point';
    controller.announce(strings.tools.off);
  } else return false;
  return true;
}

/** Moves the outline outwards or inwards and announces the element. */
function walk(controller: ReviewController, shot: Screenshot, by: 1 | -1): boolean {
  if (controller.ui.marking.pointed.value === null) return false;
  const element = stepPointed(controller.ui.marking, shot, by);
  controller.announce(element === null ? strings.tools.noFurther : elementName(element));
  return true;
}

function press(controller: ReviewController, shot: Screenshot, event: KeyboardEvent): boolean {
  const { ui } = controller;
  const { marking } = ui;
  // Uses the key's position, because digits with Shift type other characters.
  if (event.shiftKey && event.code === 'Digit0') ui.zoom.value = 1;
  else if (event.shiftKey && event.code === 'Digit1') ui.zoom.value = 'fit';
  else {
    if (!mayPlace(controller.view())) return false;
    const mapped = hasElements(shot);
    switch (event.key.length === 1 ? event.key.toLowerCase() : event.key) {
      case 'a':
        marking.corner.value = null;
        marking.tool.value = marking.tool.value === 'box' ? 'point' : 'box';
        controller.announce(marking.tool.value === 'box' ? strings.tools.boxOn : strings.tools.off);
        break;
      case 'e':
        if (!mapped) return false;
        marking.corner.value = null;
        marking.tool.value = marking.tool.value === 'element' ? 'point' : 'element';
        controller.announce(marking.tool.value === 'element' ? strings.tools.elementOn : strings.tools.off);
        break;
      case 't':
        if (!mapped) return false;
        marking.tree.value = !marking.tree.value;
        break;
      case '[':
      case 'ArrowUp':
        return onStage(event.target) && walk(controller, shot, 1);
      case ']':
      case 'ArrowDown':
        return onStage(event.target) && walk(controller, shot, -1);
      case 'Enter': {
        const now = marking.pointed.value;
        const element = now === null ? undefined : marking.elements.of(shot)?.[elementOf(now.walk) ?? -1];
        if (now === null || element === undefined || !onStage(event.target)) return false;
        marking.pointed.value = null;
        controller.startDraft(shot.index, { kind: 'box', ...element.area });
        const key = ui.composing.value;
        if (key !== null) marking.taken.value = { key, walk: now.walk };
        break;
      }
      default:
        return false;
    }
  }
  return true;
}

/** Handles the keys of marking before the page's own. Alt shows elements while it is held. */
export function useMarkingKeys(shot: Screenshot): void {
  const controller = useReview();
  useLayoutEffect(() => {
    const { ui } = controller;
    const { held } = ui.marking;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || ui.dialog.value !== null) return;
      if (event.key === 'Alt') {
        held.value = !typing(event.target) && hasElements(shot) && mayPlace(controller.view());
        return;
      }
      if (event.key === 'Escape') {
        if (leave(controller)) event.preventDefault();
        return;
      }
      const walks = held.value && (event.key === '[' || event.key === ']' || /^Arrow(Up|Down)$/.test(event.key));
      if (event.ctrlKey || event.metaKey || (event.altKey && !walks)) return;
      if (typing(event.target) || !ui.singleKeys.value) return;
      if (press(controller, shot, event)) event.preventDefault();
    };
    const onUp = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Alt') held.value = false;
    };
    // On the document, so that a key comes here before it comes to the page's own listener, on the window.
    const ending = new AbortController();
    const { signal } = ending;
    document.addEventListener('keydown', onKey, { signal });
    addEventListener('keyup', onUp, { signal });
    addEventListener('blur', onUp, { signal });
    return () => {
      ending.abort();
      held.value = false;
      // A click on the next screenshot would continue it unseen.
      ui.marking.corner.value = null;
      ui.marking.adjusting.value = null;
    };
  }, [controller, shot.index, shot.sha256]);
}
