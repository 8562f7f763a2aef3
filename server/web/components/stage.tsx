import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { fitScale, pageSize } from '../mark/zoom.ts';
import { ownAddress, previousOf } from '../review/derive.ts';
import type { Mode, Screenshot } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { ChangeLayer } from './change-layer.tsx';
import { Composer } from './composer.tsx';
import { Crosshair } from './crosshair.tsx';
import { DraftLayer } from './draft-layer.tsx';
import { MarkSurface } from './mark-surface.tsx';
import { PinLayer } from './pin-layer.tsx';
import { PreviousPane } from './previous-pane.tsx';
import { ShotImage } from './shot-image.tsx';
import { StageHead } from './stage-head.tsx';
import { StageTools } from './stage-tools.tsx';
import { useStageView } from './stage-view.ts';
import { Swipe } from './swipe.tsx';

/** The picture under review on its neutral ground, at a size known before it has loaded. */
export function Stage({ shot, mode }: { shot: Screenshot; mode: Mode }) {
  const desk = useDesk();
  const { screen } = desk;
  const view = desk.view();
  const scroller = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const room = useSignal(0);
  const phone = screen.phone.value;
  const previous = previousOf(view, shot);
  const page = pageSize(shot);
  const before = previous === null ? page : pageSize(previous);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const measure = () => {
      const style = getComputedStyle(box.firstElementChild ?? box);
      room.value = box.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [room]);

  const zoom = screen.zoom.value;
  const widest = mode === 'side' ? Math.max(page.width, before.width) : page.width;
  const scale = zoom === 'fit' ? fitScale(room.value, widest, phone ? 2 : 1) : zoom;
  const size = { width: Math.round(page.width * scale), height: Math.round(page.height * scale) };
  const tallest = mode === 'side' ? Math.round(Math.max(page.height, before.height) * scale) : size.height;
  useStageView({ scroller, picture, shotIndex: shot.index, scale, layout: `${room.value} ${mode}` });

  return (
    <main class="stage" aria-label={strings.landmarks.stage} data-mode={mode} data-box-tool={screen.boxTool.value}>
      <StageHead shot={shot} />
      <div class="panes">
        {mode === 'side' && previous !== null && (
          <PreviousPane key="before" shot={previous} scale={scale} height={tallest} beside={scroller} />
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section class="scroller" key="now" ref={scroller} tabIndex={0} aria-label={shot.label} data-scroller>
          <div class="canvas" style={{ minHeight: `${tallest}px` }}>
            <div class="picture" ref={picture} style={{ width: `${size.width}px`, height: `${size.height}px` }}>
              <ShotImage
                key={shot.sha256}
                shot={shot}
                alt={strings.shots.alt(shot.label, view.review.pass)}
                height={size.height}
                next={previous}
              />
              {mode === 'diff' && shot.change?.diff_url && (
                <img class="diff" src={ownAddress(shot.change.diff_url)} alt="" draggable={false} decoding="async" />
              )}
              {mode === 'swipe' && previous !== null ? (
                <Swipe previous={previous} scale={scale} height={size.height} />
              ) : (
                <MarkSurface shot={shot} picture={picture} />
              )}
              <ChangeLayer shot={shot} mode={mode} height={size.height} />
              <PinLayer shotIndex={shot.index} picture={picture} />
              <DraftLayer shotIndex={shot.index} picture={picture} />
              {screen.crosshair.value && mode !== 'swipe' && <Crosshair shotIndex={shot.index} picture={picture} />}
              {!phone && <Composer scale={scale} />}
            </div>
          </div>
        </section>
        {mode === 'side' && view.previous !== null && (
          <p class="pane-labels" aria-hidden="true">
            <span>{strings.modes.before(view.previous.pass)}</span>
            <span>{strings.modes.nowPass(view.review.pass)}</span>
          </p>
        )}
      </div>
      <StageTools mode={mode} />
    </main>
  );
}
