import { DraftLayer } from '../components/draft-layer.tsx';
import { MarkSurface } from '../components/mark-surface.tsx';
import { Crosshair } from '../components/marking-later.ts';
import { ShotImage } from '../components/shot-image.tsx';
import { StageFrame } from '../components/stage-frame.tsx';
import { seenKey } from '../review/derive.ts';
import type { Screenshot } from '../review/types.ts';
import { strings } from '../strings.ts';
import { GuestComposer } from './composer.tsx';
import { useGuest } from './desk.ts';
import { OwnPins } from './own-pins.tsx';
import { QuietPins } from './quiet-pins.tsx';

/** The picture with what the reviewer pinned, quietly, and what this guest suggested. */
export function GuestStage({ shot }: { shot: Screenshot }) {
  const desk = useGuest();
  const { screen } = desk;
  return (
    <StageFrame shot={shot} mode="now">
      {({ picture, scale, height }) => (
        <>
          <ShotImage
            key={seenKey(shot)}
            shot={shot}
            alt={strings.shots.alt(shot.label, desk.guest().pass)}
            height={height}
            next={null}
          />
          <MarkSurface shot={shot} picture={picture} />
          <QuietPins shotIndex={shot.index} />
          <OwnPins shot={shot} picture={picture} />
          <DraftLayer shotIndex={shot.index} picture={picture} />
          {screen.crosshair.value && <Crosshair shotIndex={shot.index} picture={picture} />}
          {!screen.phone.value && <GuestComposer scale={scale} />}
        </>
      )}
    </StageFrame>
  );
}
