import { ownAddress, previousOf, seenKey } from '../review/derive.ts';
import type { Mode, Screenshot } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { AlsoHere } from './also-here.tsx';
import { ChangeLayer } from './change-layer.tsx';
import { BeforeLayer, CompareTools, PreviousPane, Swipe, useComparingSoon } from './comparing-later.ts';
import { Composer } from './composer.tsx';
import { DraftLayer } from './draft-layer.tsx';
import { MarkSurface } from './mark-surface.tsx';
import { Crosshair } from './marking-later.ts';
import { PinLayer } from './pin-layer.tsx';
import { ShotImage } from './shot-image.tsx';
import { StageFrame } from './stage-frame.tsx';
import { StageHead } from './stage-head.tsx';
import { SuggestionLayer } from './suggestion-layer.tsx';

/** The picture under review, beside or over the previous pass's, with its changes, pins and drafts. */
export function Stage({ shot, mode }: { shot: Screenshot; mode: Mode }) {
  const desk = useDesk();
  const { screen } = desk;
  const view = desk.view();
  const previous = previousOf(view, shot);
  useComparingSoon(previous !== null);
  return (
    <StageFrame
      shot={shot}
      mode={mode}
      chain={view.passes[0]?.id ?? view.review.id}
      beside={mode === 'side' ? previous : null}
      head={<StageHead shot={shot} />}
      before={({ scale, tallest, scroller }) =>
        mode === 'side' &&
        previous !== null && (
          <PreviousPane key="before" shot={previous} scale={scale} height={tallest} beside={scroller} />
        )
      }
      over={
        <>
          {mode === 'side' && view.previous !== null && (
            <p class="pane-labels" aria-hidden="true">
              <span>{strings.modes.before(view.previous.pass)}</span>
              <span>{strings.modes.nowPass(view.review.pass)}</span>
            </p>
          )}
          {previous !== null && <CompareTools shot={shot} mode={mode} />}
        </>
      }
    >
      {({ picture, scale, width, height }) => (
        <>
          <ShotImage
            key={seenKey(shot)}
            shot={shot}
            alt={strings.shots.alt(shot.label, view.review.pass)}
            height={height}
            next={previous}
          />
          {mode === 'diff' && shot.change?.diff_url && (
            <img class="diff" src={ownAddress(shot.change.diff_url)} alt="" draggable={false} decoding="async" />
          )}
          {previous !== null && (mode === 'onion' || mode === 'blink' || screen.compare.peek.value) && (
            <BeforeLayer mode={mode} previous={previous} scale={scale} width={width} height={height} />
          )}
          {mode === 'swipe' && previous !== null ? (
            <Swipe previous={previous} scale={scale} height={height} />
          ) : (
            <MarkSurface shot={shot} picture={picture} />
          )}
          <ChangeLayer shot={shot} mode={mode} height={height} />
          <SuggestionLayer shotIndex={shot.index} />
          <PinLayer shot={shot} picture={picture} scale={screen.phone.value ? undefined : scale} />
          <AlsoHere shot={shot} />
          <DraftLayer shotIndex={shot.index} picture={picture} />
          {screen.crosshair.value && mode !== 'swipe' && <Crosshair shotIndex={shot.index} picture={picture} />}
          {!screen.phone.value && <Composer scale={scale} />}
        </>
      )}
    </StageFrame>
  );
}
