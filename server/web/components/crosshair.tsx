import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { innermostAt } from '../mark/elements.ts';
import { areaBetween, clamp, type Point } from '../mark/geometry.ts';
import { arrowWay } from '../mark/pixels.ts';
import { atMostEvery } from '../mark/throttle.ts';
import { toFraction, toFractionSize } from '../mark/transform.ts';
import { useStage } from '../review/stage-desk.ts';
import { strings } from '../strings.ts';
import { elementName, useElements } from './element-hits.ts';
import { at, Outline } from './outline.tsx';

/** CSS pixels an arrow goes; with Shift it goes ten times as far, as a mark does. */
const step = 8;
/** How often the place is read out while arrows are pressed, ms. */
const spoken = 400;

/** Places a mark without a pointer. It starts in the middle of what is visible and reads out where it is and over what. */
export function Crosshair({ shotIndex, picture }: { shotIndex: number; picture: RefObject<HTMLDivElement | null> }) {
  const desk = useStage();
  const element = useRef<HTMLButtonElement>(null);
  const spot = useSignal<Point>({ x: 0.5, y: 0.1 });
  const corner = useSignal<Point | null>(null);
  const shot = desk.view().review.screenshots.find(({ index }) => index === shotIndex);
  const { marking } = desk.screen;
  const map = useElements(marking, shot, true);
  const elements = useRef(map);
  elements.current = map;

  const say = useMemo(
    () =>
      atMostEvery(spoken, (to: Point) => {
        const under = elements.current?.[innermostAt(elements.current, to) ?? -1];
        desk.announce(strings.crosshair.at(to.x, to.y, under === undefined ? null : elementName(under)));
      }),
    [desk],
  );

  useLayoutEffect(() => {
    const drawn = picture.current;
    const stage = drawn?.closest('[data-scroller]')?.getBoundingClientRect();
    if (drawn && stage) {
      const middle = { x: stage.left + stage.width / 2, y: stage.top + stage.height / 2 };
      const fraction = toFraction(drawn.getBoundingClientRect(), middle);
      spot.value = { x: clamp(fraction.x), y: clamp(fraction.y) };
    }
    element.current?.focus({ preventScroll: true });
  }, [picture, spot]);

  const move = (by: Point) => {
    const frame = picture.current?.getBoundingClientRect();
    if (frame === undefined) return;
    const way = toFractionSize(frame, { x: by.x * step, y: by.y * step });
    spot.value = { x: clamp(spot.value.x + way.x), y: clamp(spot.value.y + way.y) };
    requestAnimationFrame(() => element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
    say(spot.value);
  };
  // A corner set on one shot is none on the next.
  useLayoutEffect(() => {
    corner.value = null;
  }, [shotIndex, corner]);

  const leave = () => {
    desk.screen.crosshair.value = false;
  };
  const pin = () => {
    const area = corner.value === null ? null : areaBetween(corner.value, spot.value);
    const box = area !== null && area.width > 0 && area.height > 0;
    desk.startDraft(shotIndex, box ? { kind: 'box', ...area } : { kind: 'point', ...spot.value });
  };
  /** The first press starts an area, the second ends it. */
  const turn = () => {
    if (corner.value !== null) return pin();
    corner.value = spot.value;
    desk.announce(strings.crosshair.boxStarted);
  };

  return (
    <>
      {corner.value !== null && <Outline area={areaBetween(corner.value, spot.value)} kind="preview" />}
      <button
        ref={element}
        type="button"
        class="crosshair"
        aria-label={strings.crosshair.label}
        aria-roledescription={strings.crosshair.kind}
        style={at(spot.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          const by = arrowWay(event.key, event.shiftKey);
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          if (by !== null) move(by);
          else if (event.key === ' ' || event.key.toLowerCase() === 'b' || (event.key === 'Enter' && event.shiftKey)) {
            if (!event.repeat) turn();
          } else if (event.key === 'Enter') pin();
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
