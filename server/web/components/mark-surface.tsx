import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type Area, areaOf } from '../mark/geometry.ts';
import { createGesture } from '../mark/gesture.ts';
import { useStage } from '../review/stage-desk.ts';
import type { Screenshot } from '../review/types.ts';
import { Outline } from './outline.tsx';

interface Props {
  shot: Screenshot;
  picture: RefObject<HTMLDivElement | null>;
}

/** Takes clicks, taps and drags on the picture and makes drafts of them. The keyboard's way is the crosshair. */
export function MarkSurface({ shot, picture }: Props) {
  const desk = useStage();
  const { screen } = desk;
  const surface = useRef<HTMLDivElement>(null);
  const preview = useSignal<Area | null>(null);
  const can = desk.view().can.mark;

  const gesture = useMemo(
    () =>
      createGesture({
        frame: () => picture.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1, height: 1 },
        boxTool: () => screen.boxTool.value,
        preview: (area) => {
          preview.value = area;
        },
        place: (place) => {
          screen.boxTool.value = false;
          desk.startDraft(shot.index, place);
        },
        held: () => navigator.vibrate?.(12),
      }),
    [desk, screen, picture, preview, shot.index],
  );

  useEffect(() => {
    const element = surface.current;
    if (element === null) return;
    // While an area is drawn the finger must not scroll; a second finger means zooming.
    const onTouch = (event: TouchEvent) => {
      if (event.touches.length > 1) gesture.cancel();
      else if (gesture.drawing() && event.cancelable) event.preventDefault();
    };
    element.addEventListener('touchstart', onTouch, { passive: false });
    element.addEventListener('touchmove', onTouch, { passive: false });
    return () => {
      gesture.cancel();
      element.removeEventListener('touchstart', onTouch);
      element.removeEventListener('touchmove', onTouch);
    };
  }, [gesture]);

  const outlined = screen.outlined.value;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pointers only; `Mark by keyboard` does the same */}
      <div
        ref={surface}
        class="surface"
        data-can-mark={can}
        onPointerDown={(event) => {
          if (!can || event.button !== 0 || !event.isPrimary) return;
          const touch = event.pointerType === 'touch';
          if (!touch) event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          gesture.down({ x: event.clientX, y: event.clientY }, touch ? 'touch' : 'mouse');
        }}
        onPointerMove={(event) => gesture.move({ x: event.clientX, y: event.clientY })}
        onPointerUp={(event) => gesture.up({ x: event.clientX, y: event.clientY })}
        onPointerCancel={gesture.cancel}
        onContextMenu={(event) => {
          if (gesture.drawing() || screen.phone.value) event.preventDefault();
        }}
      />
      {preview.value !== null && <Outline area={preview.value} kind="preview" />}
      {outlined?.screenshotIndex === shot.index && (
        <Outline area={areaOf({ kind: 'box', ...outlined.area })} kind="hint" />
      )}
    </>
  );
}
