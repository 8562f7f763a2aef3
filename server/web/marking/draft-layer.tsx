import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { DraftStrokes } from '../review/reviewer-later.ts';
import { useReview } from '../review/use-review.ts';
import { toFractionSize } from '../screenshots/transform.ts';
import { Icon } from '../shared/icons.tsx';
import { strings } from '../strings.ts';
import type { Draft } from './drafts.ts';
import { useDrag } from './drag.ts';
import { anchorOf, areaOf, movePlace, type Place, roundPlace } from './geometry.ts';
import { Handles } from './marking-later.ts';
import { at, Outline } from './outline.tsx';
import { arrowWay } from './pixels.ts';

/** Starts with what the marker shows. */
function nameOf({ markId, body }: Draft, waits: boolean): string {
  const name = waits ? strings.live.outbox.marker(body) : strings.composer.draftMarker(body);
  return markId === null ? name : strings.live.outbox.ofMark(markId, name);
}

function DraftMarker({ draft, image }: { draft: Draft; image: RefObject<HTMLDivElement | null> }) {
  const controller = useReview();
  const start = useRef<Place | null>(null);
  const active = controller.ui.composing.value === draft.key;
  const area = areaOf(draft.place);
  const put = (place: Place) => controller.changeDraft({ ...draft, place: roundPlace(place) });
  const drag = useDrag({
    enabled: active,
    onDrag: (by) => {
      const frame = image.current?.getBoundingClientRect();
      start.current ??= draft.place;
      if (frame !== undefined) put(movePlace(start.current, toFractionSize(frame, by)));
    },
    onDrop: () => (start.current = null),
    onCancel: () => (start.current = null),
  });
  const shot = controller.view().review.screenshots.find(({ index }) => index === draft.screenshotIndex);
  return (
    <>
      {controller.guest === null && shot !== undefined && <DraftStrokes draft={draft} shot={shot} image={image} />}
      {draft.place.kind === 'box' && <Outline area={area} kind="draft" mustFix={draft.must_fix} selected={active} />}
      <button
        type="button"
        class="marker"
        data-status="draft"
        data-draft={draft.key}
        data-pending={controller.waits(draft.key)}
        data-must-fix={draft.must_fix}
        data-selected={active}
        aria-label={nameOf(draft, controller.waits(draft.key))}
        style={at(anchorOf(draft.place))}
        {...drag}
        onClick={() => controller.openDraft(draft)}
        onKeyDown={(event) => {
          const way = active ? arrowWay(event) : null;
          if (way === null || shot === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          put(movePlace(draft.place, { x: way.x / shot.width, y: way.y / shot.height }));
        }}
      >
        <span class="marker-face">{draft.markId ?? <Icon name="pen" />}</span>
      </button>
      {active && draft.place.kind === 'box' && (
        <Handles area={area} mustFix={draft.must_fix} image={image} onResize={(to) => put({ kind: 'box', ...to })} />
      )}
    </>
  );
}

export function DraftLayer({ shotIndex, image }: { shotIndex: number; image: RefObject<HTMLDivElement | null> }) {
  const drafts = useReview().drafts.all.value.filter((draft) => draft.screenshotIndex === shotIndex);
  return (
    <>
      {drafts.map((draft) => (
        <DraftMarker key={draft.key} draft={draft} image={image} />
      ))}
    </>
  );
}
