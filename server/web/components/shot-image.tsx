import { useSignal } from '@preact/signals';
import { ownAddress } from '../review/derive.ts';
import type { Screenshot } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';

/** A shot at the size its frame gives it. Having loaded on the stage is what counts as seen. */
export function ShotImage({ shot, alt, next }: { shot: Screenshot; alt: string; next: Screenshot | null }) {
  const desk = useDesk();
  const failed = useSignal(false);
  const tries = useSignal(0);
  if (failed.value) {
    return (
      <div class="no-picture" role="alert">
        <p>{strings.shots.failed}</p>
        <button
          type="button"
          class="button"
          onClick={() => {
            failed.value = false;
            tries.value += 1;
          }}
        >
          {strings.shots.again}
        </button>
      </div>
    );
  }
  return (
    <img
      key={tries.value}
      class="shot-image"
      src={ownAddress(shot.url)}
      width={shot.width}
      height={shot.height}
      alt={alt}
      draggable={false}
      decoding="async"
      fetchpriority="high"
      onLoad={() => {
        desk.sawShot(shot.sha256);
        // So that the first look at a comparison does not wait for the network.
        if (next !== null) new Image().src = ownAddress(next.url);
      }}
      onError={() => {
        failed.value = true;
      }}
    />
  );
}
