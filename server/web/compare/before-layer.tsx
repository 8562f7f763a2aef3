import { useEffect } from 'preact/hooks';
import { useReview } from '../review/use-review.ts';
import { PreviousImage } from '../screenshots/shot-image.tsx';
import { drawnSize } from '../screenshots/zoom.ts';
import { lessMotion } from '../shared/device.ts';
import type { ComparedImage, Mode, Screenshot } from '../shared/types.ts';
import { AlignedImage } from './aligned-image.tsx';
import { blinkEvery } from './compare.ts';
import { useShownLayout } from './use-layout.ts';

interface Props {
  mode: Mode;
  shot: Screenshot;
  previous: ComparedImage;
  scale: number;
  /** CSS pixels of this pass's screenshot. */
  width: number;
  height: number;
}

/**
 * Draws the previous pass over this one: in part (onion), in turns (blink), or while a key is held. Hidden from screen
 * readers.
 */
export function BeforeLayer({ mode, shot, previous, scale, width, height }: Props) {
  const { compare } = useReview().ui;
  const blinking = mode === 'blink';
  const running = blinking && compare.running.value && !compare.peek.value && !lessMotion();

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      compare.before.value = !compare.before.value;
    }, blinkEvery);
    return () => clearInterval(timer);
  }, [running, compare]);

  const shown = compare.peek.value ? 1 : mode === 'onion' ? 1 - compare.mix.value : Number(compare.before.value);
  const layout = useShownLayout(shot);
  const size = drawnSize(previous, scale, devicePixelRatio);
  return (
    <div
      class="before-layer"
      aria-hidden="true"
      // The ground shows where this pass is larger, so that nothing there looks older than it is.
      style={{
        width: `${Math.max(size.width, width)}px`,
        height: `${layout ? height : Math.max(size.height, height)}px`,
        opacity: shown,
        visibility: shown === 0 ? 'hidden' : 'visible',
      }}
    >
      {layout && <AlignedImage layout={layout} shot={previous} alt="" scale={scale} height={height} />}
      {layout === null && (
        <div class="before-image" style={{ width: `${size.width}px`, height: `${size.height}px` }}>
          <PreviousImage key={previous.sha256} shot={previous} alt="" height={size.height} />
        </div>
      )}
    </div>
  );
}
