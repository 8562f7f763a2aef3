import type { ReviewController } from '../review/controller.ts';
import type { Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { walkAt } from './element-hits.ts';
import { elementOf } from './elements.ts';
import { areaBetween, type Place, type Point, placeAt, roundPlace } from './geometry.ts';

type Placing = Pick<ReviewController, 'ui' | 'drafts' | 'changeDraft' | 'startDraft' | 'announce'>;

/** Returns the place that a point means with the area tool, or null for its first corner. */
function boxFrom({ ui, announce }: Placing, at: Point): Place | null {
  const { corner } = ui.marking;
  const from = corner.value;
  if (from === null) {
    corner.value = at;
    announce(strings.tools.cornerSet);
    return null;
  }
  const area = areaBetween(from, at);
  corner.value = null;
  return area.width > 0 && area.height > 0 ? { kind: 'box', ...area } : { kind: 'point', ...at };
}

/** Returns the element under a point where elements are being marked, else the point. */
function elementAt({ ui }: Placing, at: Point, shot: Screenshot): Place {
  const { tool, held, elements, pointed, taken } = ui.marking;
  const known = tool.value === 'element' || held.value ? elements.of(shot) : null;
  const now = pointed.value;
  const walk = known === null ? null : now?.shot === shot.index ? now.walk : walkAt(known, at, shot);
  const element = known?.[elementOf(walk) ?? -1];
  if (element === undefined || walk === null) return { kind: 'point', ...at };
  queueMicrotask(() => {
    if (ui.composing.value !== null) taken.value = { key: ui.composing.value, walk };
  });
  return { kind: 'box', ...element.area };
}

/** Moves the item that is being moved to a place. Returns false when there is none. */
function moveTo({ ui, drafts, changeDraft, announce }: Placing, place: Place, shot: Screenshot): boolean {
  const { adjusting, placing } = ui.marking;
  const at = place.kind === 'point' ? place : { x: place.x + place.width / 2, y: place.y + place.height / 2 };
  if (adjusting.value !== null) {
    adjusting.value = { ...adjusting.value, place: roundPlace(placeAt(adjusting.value.place, at)) };
    return true;
  }
  const draft = placing.value ? drafts.find(ui.composing.value) : undefined;
  if (draft === undefined) return false;
  placing.value = false;
  changeDraft({ ...draft, screenshotIndex: shot.index, place: roundPlace(placeAt(draft.place, at)) });
  announce(strings.tools.placed);
  return true;
}

/** Does what a click, tap or drag on the screenshot means: moves an item, sets a corner, or starts a draft. */
export function placeOn(controller: Placing, drawn: Place, shot: Screenshot): void {
  if (moveTo(controller, drawn, shot)) return;
  const { tool, corner, pointed } = controller.ui.marking;
  const isPoint = drawn.kind === 'point';
  const box = tool.value === 'box' && isPoint;
  const place = box ? boxFrom(controller, drawn) : isPoint ? elementAt(controller, drawn, shot) : drawn;
  if (place === null) return;
  corner.value = null;
  pointed.value = null;
  if (tool.value === 'box') tool.value = 'point';
  controller.startDraft(shot.index, place);
}
