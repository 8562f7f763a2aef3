import { useSignal } from '@preact/signals';
import { stripsOf, stripUrl } from '../mark/strips.ts';
import { ownAddress } from '../review/derive.ts';
import { useStage } from '../review/stage-desk.ts';
import type { Screenshot } from '../review/types.ts';
import { strings } from '../strings.ts';
import { Strips } from './strips.tsx';

interface Props {
  shot: Screenshot;
  alt: string;
  /** CSS pixels that the shot is drawn in. */
  height: number;
}

/** So that the first look at a comparison does not wait for the network. */
function fetchAhead(next: Screenshot | null, strip: number): void {
  if (next === null) return;
  const tall = next.tile_height !== null;
  if (tall && strip >= stripsOf(next).length) return;
  new Image().src = tall ? stripUrl(ownAddress(next.url), strip) : ownAddress(next.url);
}

/** A shot at the size its frame gives it. That what is in view has loaded is what counts as seen. */
export function ShotImage({ shot, alt, height, next }: Props & { next: Screenshot | null }) {
  const desk = useStage();
  const failed = useSignal(false);
  if (shot.tile_height !== null) {
    return (
      <>
        <Strips
          shot={shot}
          alt={alt}
          height={height}
          onShown={() => desk.sawShot(shot)}
          onStrip={(at) => fetchAhead(next, at)}
        />
        {/* Paper has no strips that come as one scrolls: the browser fetches the whole when it prints. */}
        <img class="shot-image print-image" src={ownAddress(shot.url)} alt="" loading="lazy" />
      </>
    );
  }
  if (failed.value) {
    return (
      <div class="no-picture" role="alert">
        <p>{strings.shots.failed}</p>
        <button
          type="button"
          class="button"
          onClick={() => {
            failed.value = false;
          }}
        >
          {strings.shots.again}
        </button>
      </div>
    );
  }
  return (
    <img
      class="shot-image"
      src={ownAddress(shot.url)}
      width={shot.width}
      height={shot.height}
      alt={alt}
      draggable={false}
      decoding="async"
      fetchpriority="high"
      onLoad={() => {
        desk.sawShot(shot);
        fetchAhead(next, 0);
      }}
      onError={() => {
        failed.value = true;
      }}
    />
  );
}

/** The shot of the previous pass, to compare with. */
export function PreviousImage({ shot, alt, height }: Props) {
  if (shot.tile_height !== null) return <Strips shot={shot} alt={alt} height={height} />;
  return <img class="shot-image" src={ownAddress(shot.url)} alt={alt} draggable={false} decoding="async" />;
}
