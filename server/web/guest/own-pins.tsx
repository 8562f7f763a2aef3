import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { useDrag } from '../components/drag.ts';
import { at, Outline } from '../components/outline.tsx';
import { anchorOf, areaOf, movePlace, type Place, type Point } from '../mark/geometry.ts';
import { arrowWay, toPixels } from '../mark/pixels.ts';
import { atMostEvery } from '../mark/throttle.ts';
import { toFractionSize } from '../mark/transform.ts';
import type { Screenshot } from '../review/types.ts';
import { guest } from '../strings/guest.ts';
import { strings } from '../strings.ts';
import { secretOf } from './composing.ts';
import { useGuest } from './desk.ts';
import { letterOf } from './kept.ts';
import { stateOf } from './state.ts';
import type { Own } from './types.ts';

const words = guest.own;
/** How long the arrow keys rest, in ms, before the place they led to is sent. */
const rest = 700;
/** How often what they do is read out, in ms. */
const spoken = 350;

interface Props {
  own: Own;
  shot: Screenshot;
  picture: RefObject<HTMLDivElement | null>;
}

function OwnPin({ own, shot, picture }: Props) {
  const desk = useGuest();
  const { screen } = desk;
  const going = useSignal<Place | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { place, screenshotIndex, body } = own.words;
  const may = desk.mayChange(own);
  const chosen = desk.chosen.value === own.secret;
  const say = useMemo(
    () => atMostEvery(spoken, (to: Place) => desk.announce(strings.place.at(toPixels(to, shot)))),
    [desk, shot.sha256],
  );
  const by = (from: Place, way: Point): Place => {
    const frame = picture.current?.getBoundingClientRect();
    return frame === undefined ? from : movePlace(from, toFractionSize(frame, way));
  };
  const arrive = () => {
    clearTimeout(timer.current);
    if (going.value !== null) desk.move(own, screenshotIndex, going.value);
    going.value = null;
  };
  const drag = useDrag({
    enabled: may,
    onDrag: (way) => {
      going.value = by(place, way);
    },
    onDrop: (way) => {
      going.value = by(place, way);
      arrive();
    },
    onCancel: () => {
      going.value = null;
    },
  });
  const shown = going.value ?? place;
  return (
    <>
      {shown.kind === 'box' && <Outline area={areaOf(shown)} kind="mark" selected={chosen} />}
      <button
        type="button"
        class="pin"
        data-status={own.unsent ? 'draft' : 'open'}
        data-selected={chosen}
        data-moving={going.value !== null}
        aria-label={words.pin(letterOf(own), stateOf(own), body)}
        aria-description={may ? words.pinHint : undefined}
        aria-pressed={chosen}
        style={at(anchorOf(shown))}
        {...drag}
        onClick={() => {
          desk.choose(own);
          if (screen.phone.value && screen.sheet.value === 'peek') screen.sheet.value = 'half';
        }}
        onKeyDown={(event) => {
          const way = arrowWay(event.key, event.shiftKey);
          if (way === null || !may || event.altKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          event.stopPropagation();
          going.value = by(shown, way);
          say(going.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(arrive, rest);
        }}
        onBlur={arrive}
      >
        <span class="pin-face">{letterOf(own)}</span>
      </button>
    </>
  );
}

/**
 * This guest's suggestions on one picture. What became a mark has the mark's pin; what is being edited its draft's; what
 * was not followed shows only while it is chosen.
 */
export function OwnPins({ shot, picture }: Omit<Props, 'own'>) {
  const desk = useGuest();
  const drafted = desk.drafts.all.value.map(secretOf);
  const shown = desk
    .own()
    .filter(
      (own) =>
        own.words.screenshotIndex === shot.index &&
        !drafted.includes(own.secret) &&
        (own.status === 'pending' || (own.status === 'dismissed' && own.secret === desk.chosen.value)),
    );
  return (
    <>
      {shown.map((own) => (
        <OwnPin key={own.secret} own={own} shot={shot} picture={picture} />
      ))}
    </>
  );
}
