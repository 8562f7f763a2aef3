import { useEffect } from 'preact/hooks';
import { drawnSize } from '../mark/zoom.ts';
import { blinkEvery } from '../review/compare.ts';
import { lessMotion } from '../review/device.ts';
import type { Mode, Screenshot } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { PreviousImage } from './shot-image.tsx';

interface Props {
  mode: Mode;
  previous: Screenshot;
  scale: number;
  /** CSS pixels that the shot of this pass is drawn in. */
  width: number;
  height: number;
}

/** The previous pass laid over this one: in part (onion), in turns (blink), or while a key is held. For the eye alone. */
export function BeforeLayer({ mode, previous, scale, width, height }: Props) {
  const { compare } = useDesk().screen;
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
  const size = drawnSize(previous, scale, devicePixelRatio);
  return (
    <div
      class="before-layer"
      aria-hidden="true"
      // Where this pass is larger, the ground shows: nothing of it may look as if it had been there before.
      style={{
        width: `${Math.max(size.width, width)}px`,
        height: `${Math.max(size.height, height)}px`,
        opacity: shown,
        visibility: shown === 0 ? 'hidden' : 'visible',
      }}
    >
      <div class="before-picture" style={{ width: `${size.width}px`, height: `${size.height}px` }}>
        <PreviousImage key={previous.sha256} shot={previous} alt="" height={size.height} />
      </div>
    </div>
  );
}
