import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { areaBetween, clamp, type Point } from '../mark/geometry.ts';
import { toFraction, toFractionSize } from '../mark/transform.ts';
import { useStage } from '../review/stage-desk.ts';
import { strings } from '../strings.ts';
import { at, Outline } from './outline.tsx';

const steps = { coarse: 16, fine: 1 };
const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Places a mark without a pointer. It starts in the middle of what is visible and reads out where it is. */
export function Crosshair({ shotIndex, picture }: { shotIndex: number; picture: RefObject<HTMLDivElement | null> }) {
  const desk = useStage();
  const element = useRef<HTMLButtonElement>(null);
  const spot = useSignal<Point>({ x: 0.5, y: 0.1 });
  const corner = useSignal<Point | null>(null);

  useLayoutEffect(() => {
    const shot = picture.current;
    const stage = shot?.closest('[data-scroller]')?.getBoundingClientRect();
    if (shot && stage) {
      const middle = { x: stage.left + stage.width / 2, y: stage.top + stage.height / 2 };
      const fraction = toFraction(shot.getBoundingClientRect(), middle);
      spot.value = { x: clamp(fraction.x), y: clamp(fraction.y) };
    }
    element.current?.focus({ preventScroll: true });
  }, [picture, spot]);

  const move = (by: Point, step: number) => {
    const frame = picture.current?.getBoundingClientRect();
    if (frame === undefined) return;
    const way = toFractionSize(frame, { x: by.x * step, y: by.y * step });
    spot.value = { x: clamp(spot.value.x + way.x), y: clamp(spot.value.y + way.y) };
    requestAnimationFrame(() => element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
    desk.announce(strings.crosshair.at(spot.value.x, spot.value.y));
  };
  const leave = () => {
    desk.screen.crosshair.value = false;
  };

  return (
    <>
      {corner.value !== null && <Outline area={areaBetween(corner.value, spot.value)} kind="preview" />}
      <button
        ref={element}
        type="button"
        class="crosshair"
        aria-label={strings.crosshair.label}
        aria-roledescription="crosshair"
        style={at(spot.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          const by = arrows[event.key];
          if (by !== undefined) move(by, event.shiftKey ? steps.fine : steps.coarse);
          else if (event.key === ' ') {
            corner.value = spot.value;
            desk.announce(strings.crosshair.boxStarted);
          } else if (event.key === 'Enter') {
            const area = corner.value === null ? null : areaBetween(corner.value, spot.value);
            const box = area !== null && area.width > 0 && area.height > 0;
            desk.startDraft(shotIndex, box ? { kind: 'box', ...area } : { kind: 'point', ...spot.value });
          } else if (event.key === 'Escape') leave();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
    </>
  );
}
