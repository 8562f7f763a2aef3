import { useSignal } from '@preact/signals';
import { ownAddress } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import { Button } from '../shared/button.tsx';
import type { ComparedImage, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { stripsOf, stripUrl } from './strip-layout.ts';
import { Strips } from './strips.tsx';

interface Props<Shot> {
  shot: Shot;
  alt: string;
  height: number;
}

/** Fetches the image to compare with ahead of time. */
function fetchAhead(next: ComparedImage | null, strip: number): void {
  if (next === null) return;
  const tall = next.tile_height !== null;
  if (tall && strip >= stripsOf(next).length) return;
  new Image().src = tall ? stripUrl(ownAddress(next.url), strip) : ownAddress(next.url);
}

/** Draws a screenshot. Loaded and in view counts as seen. */
export function ShotImage({ shot, alt, height, next }: Props<Screenshot> & { next: ComparedImage | null }) {
  const controller = useReview();
  const failed = useSignal(false);
  if (shot.tile_height !== null) {
    return (
      <>
        <Strips
          shot={shot}
          alt={alt}
          height={height}
          onShown={() => controller.sawShot(shot)}
          onStrip={(at) => fetchAhead(next, at)}
        />
        {/* Paper has no strips: the browser fetches the whole for printing. */}
        <img class="shot-image print-image" src={ownAddress(shot.url)} alt="" loading="lazy" />
      </>
    );
  }
  if (failed.value) {
    return (
      <div class="no-image" role="alert">
        <p>{strings.shots.failed}</p>
        <Button onClick={() => (failed.value = false)}>{strings.shots.again}</Button>
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
        controller.sawShot(shot);
        fetchAhead(next, 0);
      }}
      onError={() => (failed.value = true)}
    />
  );
}

export function PreviousImage({ shot, alt, height }: Props<ComparedImage>) {
  if (shot.tile_height !== null) return <Strips shot={shot} alt={alt} height={height} />;
  return <img class="shot-image" src={ownAddress(shot.url)} alt={alt} draggable={false} decoding="async" />;
}
