import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { areasOf } from '../compare/changed-areas.ts';
import { sideOf } from '../compare/counterpart.ts';
import { areaOf, placeOf } from '../marking/geometry.ts';
import { marksOn, ownAddress } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import type { Screenshot } from '../shared/types.ts';
import { centreOn, isTall, shownPart } from './minimap-view.ts';
import type { Laid } from './stage-frame.tsx';

/** Milliseconds that it stays after the last scroll. */
const STAYS = 1500;
/** CSS pixels. */
const WIDTH = 48;
const MARGIN = 20;
/** The tools at the foot of the stage. */
const FOOT = 64;

const percent = (fraction: number) => `${fraction * 100}%`;

/**
 * While a tall screenshot is scrolled, shows all of it, the part that is in view, its changes and its marks; a press or a
 * drag scrolls there. For the pointer alone: keys scroll the stage, and go from mark to mark. It takes no space, so that
 * nothing moves when it comes and goes.
 */
export function Minimap({ shot, scroller, image, scale, height }: { shot: Screenshot } & Omit<Laid, 'tallest'>) {
  const controller = useReview();
  const { ui } = controller;
  const part = useSignal({ top: 0, height: 1 });
  const tall = useSignal(0);
  const awake = useSignal(false);
  const pointed = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const [box, drawn] = [scroller.current, image.current];
    if (box === null || drawn === null) return;
    const measure = () => {
      tall.value = box.clientHeight;
      part.value = shownPart(drawn.getBoundingClientRect(), box.getBoundingClientRect());
    };
    const rest = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        if (!pointed.current) awake.value = false;
      }, STAYS);
    };
    const onScroll = () => {
      measure();
      awake.value = true;
      rest();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      clearTimeout(timer.current);
      box.removeEventListener('scroll', onScroll);
    };
  }, [scroller, image, shot.index, scale]);
  if (ui.phone.value || !isTall(shot, height, tall.value)) return null;
  const most = Math.min((WIDTH * shot.height) / shot.width, tall.value - 2 * MARGIN - FOOT);
  const goTo = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const [box, drawn] = [scroller.current, image.current];
    if (box === null || drawn === null) return;
    const frame = event.currentTarget.getBoundingClientRect();
    const at = (event.clientY - frame.top) / frame.height;
    box.scrollTop += centreOn(at, drawn.getBoundingClientRect(), box.getBoundingClientRect());
  };
  const areas = areasOf(shot, sideOf(controller.view(), ui.compare.against.value));
  const marks = marksOn(controller.view().review, shot.index);
  return (
    <div
      class="minimap"
      aria-hidden="true"
      data-awake={awake.value}
      onPointerEnter={() => (pointed.current = true)}
      onPointerLeave={() => {
        pointed.current = false;
        awake.value = false;
      }}
    >
      <div
        class="minimap-image"
        style={{ height: `${most}px` }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          goTo(event);
        }}
        onPointerMove={(event) => {
          if (event.buttons === 1) goTo(event);
        }}
      >
        <img src={ownAddress(shot.url).replace(/[^/]+$/, 'overview')} alt="" draggable={false} decoding="async" />
        {areas.map((area) => (
          <span
            key={`${area.x} ${area.y}`}
            class="minimap-change"
            style={{ top: percent(area.y), height: percent(area.height) }}
          />
        ))}
        <span class="minimap-part" style={{ top: percent(part.value.top), height: percent(part.value.height) }} />
        {marks.map((mark) => {
          const place = placeOf(mark);
          if (place === null) return null;
          const { x, y, width, height: high } = areaOf(place);
          return (
            <span
              key={mark.id}
              class="minimap-mark"
              data-must-fix={mark.must_fix}
              data-settled={mark.status === 'verified'}
              style={{ left: percent(x + width / 2), top: percent(y + high / 2) }}
            />
          );
        })}
      </div>
    </div>
  );
}
