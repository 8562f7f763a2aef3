import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import {
  type Area,
  anchorOf,
  areaOf,
  type Corner,
  dragCorner,
  movePlace,
  type Place,
  type Point,
  roundPlace,
} from '../mark/geometry.ts';
import { toFraction, toFractionSize } from '../mark/transform.ts';
import type { Draft } from '../review/drafts.ts';
import { useStage } from '../review/stage-desk.ts';
import { strings } from '../strings.ts';
import { useDrag } from './drag.ts';
import { Icon } from './icons.tsx';
import { at, Outline } from './outline.tsx';

const corners: readonly Corner[] = ['nw', 'ne', 'se', 'sw'];
const cornerOf = (area: Area, corner: Corner): Point => ({
  x: corner === 'nw' || corner === 'sw' ? area.x : area.x + area.width,
  y: corner === 'nw' || corner === 'ne' ? area.y : area.y + area.height,
});

function Handle({ corner, area, drag }: { corner: Corner; area: Area; drag: (from: Area, to: PointerEvent) => void }) {
  const from = useRef<Area | null>(null);
  return (
    <span
      class="handle"
      data-corner={corner}
      title={strings.composer.dragHandle(strings.composer.handle[corner])}
      style={at(cornerOf(area, corner))}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = area;
      }}
      onPointerMove={(event) => {
        if (from.current !== null) drag(from.current, event);
      }}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
    />
  );
}

function DraftPin({ draft, picture }: { draft: Draft; picture: RefObject<HTMLDivElement | null> }) {
  const desk = useStage();
  const start = useRef<Place | null>(null);
  const active = desk.screen.composing.value === draft.key;
  const area = areaOf(draft.place);
  const put = (place: Place) => desk.changeDraft({ ...draft, place: roundPlace(place) });
  const drag = useDrag({
    enabled: active,
    onDrag: (by) => {
      const frame = picture.current?.getBoundingClientRect();
      start.current ??= draft.place;
      if (frame !== undefined) put(movePlace(start.current, toFractionSize(frame, by)));
    },
    onDrop: () => {
      start.current = null;
    },
  });
  return (
    <>
      {draft.place.kind === 'box' && <Outline area={area} kind="draft" mustFix={draft.mustFix} selected={active} />}
      <button
        type="button"
        class="pin"
        data-status="draft"
        data-must-fix={draft.mustFix}
        data-selected={active}
        aria-label={strings.composer.draftPin(draft.body)}
        style={at(anchorOf(draft.place))}
        {...drag}
        onClick={() => desk.openDraft(draft)}
      >
        <span class="pin-face">{draft.markId ?? <Icon name="pen" />}</span>
      </button>
      {active &&
        draft.place.kind === 'box' &&
        corners.map((corner) => (
          <Handle
            key={corner}
            corner={corner}
            area={area}
            drag={(from, event) => {
              const frame = picture.current?.getBoundingClientRect();
              if (frame === undefined) return;
              const to = toFraction(frame, { x: event.clientX, y: event.clientY });
              put({ kind: 'box', ...dragCorner(from, corner, to) });
            }}
          />
        ))}
    </>
  );
}

/** What is not saved yet, where it will be. */
export function DraftLayer({ shotIndex, picture }: { shotIndex: number; picture: RefObject<HTMLDivElement | null> }) {
  const drafts = useStage().drafts.all.value.filter((draft) => draft.screenshotIndex === shotIndex);
  return (
    <>
      {drafts.map((draft) => (
        <DraftPin key={draft.key} draft={draft} picture={picture} />
      ))}
    </>
  );
}
