import { useRef } from 'preact/hooks';
import { clamp } from '../marking/geometry.ts';
import { useReview } from '../review/use-review.ts';
import { PreviousImage } from '../screenshots/shot-image.tsx';
import { toFraction } from '../screenshots/transform.ts';
import { drawnSize } from '../screenshots/zoom.ts';
import { Icon } from '../shared/icons.tsx';
import type { ComparedImage, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { AlignedImage } from './aligned-image.tsx';
import { useShownLayout } from './use-layout.ts';
import { useSideName, useSideTitle } from './use-side.ts';

interface Props {
  shot: Screenshot;
  previous: ComparedImage;
  scale: number;
  /** CSS pixels of this pass's screenshot. */
  height: number;
}

/** Draws the previous pass over this one, up to a line that can be dragged. */
export function Swipe({ shot, previous, scale, height }: Props) {
  const controller = useReview();
  const view = controller.view();
  const { line } = controller.ui.compare;
  const dragging = useRef(false);
  const layout = useShownLayout(shot);
  const size = drawnSize(previous, scale, devicePixelRatio);
  const tall = layout ? height : Math.max(size.height, height);
  const follow = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const frame = event.currentTarget.getBoundingClientRect();
    line.value = clamp(toFraction(frame, { x: event.clientX, y: event.clientY }).x);
  };
  const title = useSideTitle();
  const names = { before: useSideName(), now: strings.modes.pass(view.review.pass) };
  const alt = strings.shots.alt(previous.label, names.before);
  return (
    // Pointers only; the keyboard uses the slider inside.
    <div
      class="swipe"
      style={{ height: `${tall}px` }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        dragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => {
        if (dragging.current) follow(event);
      }}
      onPointerUp={() => (dragging.current = false)}
      onPointerCancel={() => (dragging.current = false)}
    >
      <div class="swipe-before" style={{ clipPath: `inset(0 ${(1 - line.value) * 100}% 0 0)` }}>
        {layout && <AlignedImage layout={layout} shot={previous} alt={alt} scale={scale} height={height} />}
        {layout === null && (
          <div class="swipe-image" style={{ width: `${size.width}px`, height: `${size.height}px` }}>
            <PreviousImage key={previous.sha256} shot={previous} alt={alt} height={size.height} />
          </div>
        )}
      </div>
      <div class="swipe-line" style={{ left: `${line.value * 100}%` }}>
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          aria-label={strings.modes.swipeLabel(names.before, names.now)}
          value={Math.round(line.value * 100)}
          onInput={(event) => (line.value = Number(event.currentTarget.value) / 100)}
        />
        <span class="swipe-grip" aria-hidden="true">
          <span class="swipe-pass">{title}</span>
          <Icon name="grip" />
          <span class="swipe-pass">{strings.modes.passTitle(view.review.pass)}</span>
        </span>
      </div>
    </div>
  );
}
