import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { anchorOf, areaOf, movePlace, type Place, roundPlace } from '../mark/geometry.ts';
import { arrowWay } from '../mark/pixels.ts';
import { toFractionSize } from '../mark/transform.ts';
import type { Draft } from '../review/drafts.ts';
import { useStage } from '../review/stage-desk.ts';
import { strings } from '../strings.ts';
import { useDrag } from './drag.ts';
import { Icon } from './icons.tsx';
import { Handles } from './marking-later.ts';
import { at, Outline } from './outline.tsx';

/** Begins with what the pin shows. */
function nameOf({ markId, body }: Draft, waits: boolean): string {
  const name = waits ? strings.live.outbox.pin(body) : strings.composer.draftPin(body);
  return markId === null ? name : strings.live.outbox.ofMark(markId, name);
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
    onCancel: () => {
      start.current = null;
    },
  });
  const shot = desk.view().review.screenshots.find(({ index }) => index === draft.screenshotIndex);
  return (
    <>
      {draft.place.kind === 'box' && <Outline area={area} kind="draft" mustFix={draft.mustFix} selected={active} />}
      <button
        type="button"
        class="pin"
        data-status="draft"
        data-draft={draft.key}
        data-pending={desk.waits?.(draft.key) === true}
        data-must-fix={draft.mustFix}
        data-selected={active}
        aria-label={nameOf(draft, desk.waits?.(draft.key) === true)}
        style={at(anchorOf(draft.place))}
        {...drag}
        onClick={() => desk.openDraft(draft)}
        onKeyDown={(event) => {
          const way = active ? arrowWay(event.key, event.shiftKey) : null;
          if (way === null || shot === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          put(movePlace(draft.place, { x: way.x / shot.width, y: way.y / shot.height }));
        }}
      >
        <span class="pin-face">{draft.markId ?? <Icon name="pen" />}</span>
      </button>
      {active && draft.place.kind === 'box' && (
        <Handles area={area} mustFix={draft.mustFix} picture={picture} onResize={(to) => put({ kind: 'box', ...to })} />
      )}
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
