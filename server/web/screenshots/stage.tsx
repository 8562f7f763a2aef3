import { shownLayout } from '../compare/compare.ts';
import { BeforeLayer, CompareTools, PreviousPane, Swipe, useComparingSoon } from '../compare/comparing-later.ts';
import { counterpartOf } from '../compare/counterpart.ts';
import { useSideTitle } from '../compare/use-side.ts';
import { Composer } from '../marking/composer.tsx';
import { DraftLayer } from '../marking/draft-layer.tsx';
import { MarkLayer } from '../marking/mark-layer.tsx';
import { MarkSurface } from '../marking/mark-surface.tsx';
import { Crosshair } from '../marking/marking-later.ts';
import { ownAddress, seenKey } from '../review/derive.ts';
import { AlsoHere, ChangeLayer, MarkPreview, Minimap, SuggestionLayer } from '../review/reviewer-later.ts';
import { useReview } from '../review/use-review.ts';
import type { Mode, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { ShotImage } from './shot-image.tsx';
import { StageFrame } from './stage-frame.tsx';
import { StageHead } from './stage-head.tsx';

/** Shows the screenshot, compared with the previous pass or the base, with its changes, marks and drafts. */
export function Stage({ shot, mode }: { shot: Screenshot; mode: Mode }) {
  const controller = useReview();
  const { ui, guest } = controller;
  const view = controller.view();
  const counterpart = counterpartOf(view, shot, ui.compare.against.value);
  const previous = counterpart?.image ?? null;
  const difference = counterpart?.change?.diff_url ?? null;
  const title = useSideTitle();
  const now = strings.modes.pass(view.review.pass);
  useComparingSoon(counterpart !== null);
  return (
    <StageFrame
      shot={shot}
      mode={mode}
      chain={view.passes[0]?.id ?? view.review.id}
      beside={mode === 'side' && shownLayout(ui.compare, difference) === null ? previous : null}
      head={<StageHead shot={shot} />}
      before={({ scale, tallest, height, scroller }) =>
        mode === 'side' &&
        previous !== null && (
          <PreviousPane
            key="before"
            shot={previous}
            now={shot}
            scale={scale}
            tallest={tallest}
            height={height}
            beside={scroller}
          />
        )
      }
      over={(laid) => (
        <>
          {guest === null && mode !== 'side' && <Minimap shot={shot} {...laid} />}
          {mode === 'side' && previous !== null && (
            <p class="pane-labels" aria-hidden="true">
              <span>{strings.modes.before(title, previous.label === shot.label ? null : previous.label)}</span>
              <span>{strings.modes.nowPass(view.review.pass)}</span>
            </p>
          )}
          {counterpart !== null && <CompareTools shot={shot} mode={mode} />}
        </>
      )}
    >
      {({ image, scale, width, height }) => (
        <>
          <ShotImage
            key={seenKey(shot)}
            shot={shot}
            alt={strings.shots.alt(shot.label, now)}
            height={height}
            next={previous}
          />
          {mode === 'diff' && difference !== null && (
            <img class="diff" src={ownAddress(difference)} alt="" draggable={false} decoding="async" />
          )}
          {previous !== null && (mode === 'onion' || mode === 'blink' || ui.compare.peek.value) && (
            <BeforeLayer mode={mode} shot={shot} previous={previous} scale={scale} width={width} height={height} />
          )}
          {mode === 'swipe' && previous !== null ? (
            <Swipe shot={shot} previous={previous} scale={scale} height={height} />
          ) : (
            <MarkSurface shot={shot} image={image} />
          )}
          {guest === null && (
            <>
              <ChangeLayer shot={shot} mode={mode} height={height} />
              <SuggestionLayer shotIndex={shot.index} />
              <MarkPreview shot={shot} />
              <AlsoHere shot={shot} />
            </>
          )}
          <MarkLayer shot={shot} image={image} scale={ui.phone.value ? undefined : scale} />
          {guest !== null && (
            <guest.parts.OwnMarkers shot={shot} image={image} scale={ui.phone.value ? undefined : scale} />
          )}
          <DraftLayer shotIndex={shot.index} image={image} />
          {ui.crosshair.value && mode !== 'swipe' && <Crosshair shotIndex={shot.index} image={image} />}
          {!ui.phone.value && <Composer scale={scale} />}
        </>
      )}
    </StageFrame>
  );
}
