import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { anchorOf, areaOf, movePlace, type Place, type Point, placeOf, roundPlace } from '../mark/geometry.ts';
import { arrowWay, toPixels } from '../mark/pixels.ts';
import { inReadingOrder } from '../mark/reading-order.ts';
import { atMostEvery } from '../mark/throttle.ts';
import { toFractionSize } from '../mark/transform.ts';
import { marksOn } from '../review/derive.ts';
import type { Mark, Screenshot } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { useDrag } from './drag.ts';
import { Icon } from './icons.tsx';
import { AdjustPanel, Handles, MarkBar } from './marking-later.ts';
import { at, Outline } from './outline.tsx';
import { fullPinName } from './pin-name.ts';

interface PinProps {
  mark: Mark;
  place: Place;
  shot: Screenshot;
  picture: RefObject<HTMLDivElement | null>;
  /** Given where panels float beside a pin. */
  scale: number | undefined;
}

/** How often what the arrows do is read out, ms. */
const spoken = 350;

function Pin({ mark, place, shot, picture, scale }: PinProps) {
  const desk = useDesk();
  const { screen } = desk;
  const { marking } = screen;
  const button = useRef<HTMLButtonElement>(null);
  const moving = useSignal<Place | null>(null);
  const selected = screen.selected.value === mark.id;
  const editable = desk.view().can.mark && mark.status !== 'verified';
  const adjusting = marking.adjusting.value?.markId === mark.id ? marking.adjusting.value : null;
  const say = useMemo(
    () => atMostEvery(spoken, (now: Place) => desk.announce(strings.place.at(toPixels(now, shot)))),
    [desk, shot.sha256],
  );
  const moved = (by: Point): Place => {
    const frame = picture.current?.getBoundingClientRect();
    return frame === undefined ? place : movePlace(place, toFractionSize(frame, by));
  };
  const save = async (to: Place) => {
    moving.value = to;
    await desk.moveMark(mark, to);
    moving.value = null;
  };
  const drag = useDrag({
    enabled: editable && adjusting === null,
    onDrag: (by) => {
      moving.value = moved(by);
    },
    onDrop: (by) => save(moved(by)),
    onCancel: () => {
      moving.value = null;
    },
  });

  const adjust = (to: Place) => {
    marking.adjusting.value = { markId: mark.id, place: roundPlace(to) };
    say(to);
  };
  const done = async () => {
    const to = marking.adjusting.value?.place ?? place;
    marking.adjusting.value = null;
    button.current?.focus({ preventScroll: true });
    if (JSON.stringify(to) !== JSON.stringify(place)) await save(to);
  };
  const cancel = () => {
    marking.adjusting.value = null;
    button.current?.focus({ preventScroll: true });
    desk.announce(strings.tools.notMoved);
  };
  // The arrows go to the pin from the start.
  useEffect(() => {
    if (adjusting === null) return;
    if (screen.phone.value) screen.sheet.value = 'peek';
    button.current?.focus();
  }, [adjusting === null]);

  const shown = adjusting?.place ?? moving.value ?? place;
  const chosen = selected && editable && screen.composing.value === null;
  return (
    <>
      {shown.kind === 'box' && (
        <Outline
          area={areaOf(shown)}
          kind="mark"
          status={mark.status}
          mustFix={mark.must_fix}
          selected={selected}
          position={mark.position}
        />
      )}
      <button
        ref={button}
        type="button"
        class="pin"
        data-pin={mark.id}
        data-status={mark.status}
        data-must-fix={mark.must_fix}
        data-position={mark.position}
        data-selected={selected}
        data-moving={moving.value !== null || adjusting !== null}
        aria-label={fullPinName(mark, shown, shot)}
        aria-pressed={selected}
        style={at(anchorOf(shown))}
        {...drag}
        onClick={() => {
          if (adjusting !== null) return void done();
          desk.select(mark);
          if (screen.phone.value && screen.sheet.value === 'peek') screen.sheet.value = 'half';
        }}
        onKeyDown={(event) => {
          if (adjusting === null) return;
          const way = arrowWay(event.key, event.shiftKey);
          if (way !== null) adjust(movePlace(adjusting.place, { x: way.x / shot.width, y: way.y / shot.height }));
          else if (event.key === 'Escape') cancel();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <span class="pin-face">{mark.status === 'verified' ? <Icon name="check" /> : mark.id}</span>
      </button>
      {chosen && shown.kind === 'box' && (
        <Handles
          area={shown}
          mustFix={mark.must_fix}
          picture={picture}
          onResize={(area) => {
            const to: Place = { kind: 'box', ...area };
            if (adjusting !== null) adjust(to);
            else moving.value = to;
          }}
          onEnd={() => {
            if (adjusting === null && moving.value !== null) void save(moving.value);
          }}
        />
      )}
      {chosen && adjusting === null && moving.value === null && (
        <MarkBar mark={mark} place={shown} onAdjust={() => adjust(place)} />
      )}
      {adjusting !== null && (
        <AdjustPanel
          mark={mark}
          place={adjusting.place}
          shot={shot}
          scale={scale}
          onChange={adjust}
          onDone={() => void done()}
          onCancel={cancel}
        />
      )}
    </>
  );
}

interface Props {
  shot: Screenshot;
  picture: RefObject<HTMLDivElement | null>;
  scale: number | undefined;
}

/** The pins of one shot, as one reads them. While a mark is being edited its draft stands in for it. */
export function PinLayer({ shot, picture, scale }: Props) {
  const desk = useDesk();
  const editing = desk.drafts.all.value.flatMap(({ markId }) => markId ?? []);
  return (
    <>
      {inReadingOrder(marksOn(desk.view().review, shot.index), shot).map((mark) => {
        const place = placeOf(mark);
        if (place === null || editing.includes(mark.id)) return null;
        return <Pin key={mark.id} mark={mark} place={place} shot={shot} picture={picture} scale={scale} />;
      })}
    </>
  );
}
