import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { anchorOf, areaOf, movePlace, type Place, type Point, placeOf } from '../mark/geometry.ts';
import { toFractionSize } from '../mark/transform.ts';
import { marksOn } from '../review/derive.ts';
import { pinName } from '../review/sentences.ts';
import type { Mark } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { useDrag } from './drag.ts';
import { Icon } from './icons.tsx';
import { at, Outline } from './outline.tsx';

interface PinProps {
  mark: Mark;
  place: Place;
  picture: RefObject<HTMLDivElement | null>;
}

function Pin({ mark, place, picture }: PinProps) {
  const desk = useDesk();
  const { screen } = desk;
  const moving = useSignal<Place | null>(null);
  const selected = screen.selected.value === mark.id;
  const moved = (by: Point): Place => {
    const frame = picture.current?.getBoundingClientRect();
    return frame === undefined ? place : movePlace(place, toFractionSize(frame, by));
  };
  const drag = useDrag({
    enabled: desk.view().can.mark && mark.status !== 'verified',
    onDrag: (by) => {
      moving.value = moved(by);
    },
    onDrop: async (by) => {
      moving.value = moved(by);
      await desk.moveMark(mark, moved(by));
      moving.value = null;
    },
    onCancel: () => {
      moving.value = null;
    },
  });
  const shown = moving.value ?? place;
  return (
    <>
      {shown.kind === 'box' && (
        <Outline area={areaOf(shown)} kind="mark" status={mark.status} mustFix={mark.must_fix} selected={selected} />
      )}
      <button
        type="button"
        class="pin"
        data-status={mark.status}
        data-must-fix={mark.must_fix}
        data-selected={selected}
        data-moving={moving.value !== null}
        aria-label={pinName(mark)}
        aria-pressed={selected}
        style={at(anchorOf(shown))}
        {...drag}
        onClick={() => {
          desk.select(mark);
          if (screen.phone.value && screen.sheet.value === 'peek') screen.sheet.value = 'half';
        }}
      >
        <span class="pin-face">{mark.status === 'verified' ? <Icon name="check" /> : mark.id}</span>
      </button>
    </>
  );
}

/** The pins of one shot, in the order of their numbers. While a mark is being edited its draft stands in for it. */
export function PinLayer({ shotIndex, picture }: { shotIndex: number; picture: RefObject<HTMLDivElement | null> }) {
  const desk = useDesk();
  const editing = desk.drafts.all.value.flatMap(({ markId }) => markId ?? []);
  return (
    <>
      {marksOn(desk.view().review, shotIndex).map((mark) => {
        const place = placeOf(mark);
        if (place === null || editing.includes(mark.id)) return null;
        return <Pin key={mark.id} mark={mark} place={place} picture={picture} />;
      })}
    </>
  );
}
