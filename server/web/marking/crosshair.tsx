import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useReview } from '../review/use-review.ts';
import { toFraction, toFractionSize } from '../screenshots/transform.ts';
import { nameAt, useElements } from './element-hits.ts';
import { areaBetween, clamp, type Point } from './geometry.ts';
import { later } from './later-strings.ts';
import { at, Outline } from './outline.tsx';
import { arrowWay } from './pixels.ts';
import { atMostEvery } from './throttle.ts';

/** CSS pixels per arrow key; ten times as far with Shift. */
const step = 8;
/** Milliseconds between two announcements of the place. */
const spoken = 400;

/** Starts in the middle of what is visible. */
function useStart(
  image: RefObject<HTMLDivElement | null>,
  element: RefObject<HTMLButtonElement | null>,
  spot: Signal<Point>,
): void {
  useLayoutEffect(() => {
    const drawn = image.current;
    const stage = drawn?.closest('[data-scroller]')?.getBoundingClientRect();
    if (drawn && stage) {
      const middle = { x: stage.left + stage.width / 2, y: stage.top + stage.height / 2 };
      const fraction = toFraction(drawn.getBoundingClientRect(), middle);
      spot.value = { x: clamp(fraction.x), y: clamp(fraction.y) };
    }
    element.current?.focus({ preventScroll: true });
  }, [image, spot]);
}

/**
 * Places a mark by keyboard. Starts in the middle of what is visible and announces its position and the element under
 * it.
 */
export function Crosshair({ shotIndex, image }: { shotIndex: number; image: RefObject<HTMLDivElement | null> }) {
  const controller = useReview();
  const element = useRef<HTMLButtonElement>(null);
  const spot = useSignal<Point>({ x: 0.5, y: 0.1 });
  const corner = useSignal<Point | null>(null);
  const shot = controller.view().review.screenshots.find(({ index }) => index === shotIndex);
  const { marking } = controller.ui;
  const map = useElements(marking, shot, true);
  const elements = useRef(map);
  elements.current = map;

  const announcePlace = useMemo(
    () =>
      atMostEvery(spoken, (to: Point) => {
        controller.announce(later.crosshair.at(to.x, to.y, nameAt(elements.current, to)));
      }),
    [controller],
  );

  useStart(image, element, spot);

  const move = (by: Point) => {
    const frame = image.current?.getBoundingClientRect();
    if (frame === undefined) return;
    const way = toFractionSize(frame, { x: by.x * step, y: by.y * step });
    spot.value = { x: clamp(spot.value.x + way.x), y: clamp(spot.value.y + way.y) };
    requestAnimationFrame(() => element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
    announcePlace(spot.value);
  };
  // A corner is valid on one screenshot only.
  useLayoutEffect(() => {
    corner.value = null;
  }, [shotIndex, corner]);

  const leave = () => {
    controller.ui.crosshair.value = false;
  };
  const commit = () => {
    const area = corner.value === null ? null : areaBetween(corner.value, spot.value);
    const box = area !== null && area.width > 0 && area.height > 0;
    controller.startDraft(shotIndex, box ? { kind: 'box', ...area } : { kind: 'point', ...spot.value });
  };
  const turn = () => {
    if (corner.value !== null) return commit();
    corner.value = spot.value;
    controller.announce(later.crosshair.boxStarted);
  };

  return (
    <>
      {corner.value !== null && <Outline area={areaBetween(corner.value, spot.value)} kind="preview" />}
      <button
        ref={element}
        type="button"
        class="crosshair"
        aria-label={later.crosshair.label}
        aria-roledescription={later.crosshair.kind}
        style={at(spot.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          const by = arrowWay(event);
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          if (by !== null) move(by);
          else if (event.key === ' ' || event.key.toLowerCase() === 'b' || (event.key === 'Enter' && event.shiftKey)) {
            if (!event.repeat) turn();
          } else if (event.key === 'Enter') commit();
          else if (event.key === 'Escape') {
            leave();
            document.querySelector<HTMLElement>('[data-scroller]')?.focus({ preventScroll: true });
          } else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
    </>
  );
}
