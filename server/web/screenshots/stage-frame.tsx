import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useMarkingKeys } from '../marking/marking-keys.ts';
import { ElementTree, useToolsSoon } from '../marking/marking-later.ts';
import { useReview } from '../review/use-review.ts';
import { useFocusKeeper } from '../shared/focus-keeper.ts';
import type { ComparedImage, Mode, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { StageTools } from './stage-tools.tsx';
import { useStageView } from './stage-view.ts';
import { crispScale, drawnSize, fitScale, pageSize, type Zoom, zoomGroup } from './zoom.ts';

/**
 * Keeps the zoom between screenshots of one page at one width. Any other starts as wide as the stage, or at the zoom at
 * which it was left. `whole` means the same on all of them, so it stays.
 */
function useCarriedZoom(shot: Screenshot): void {
  const { zoom } = useReview().ui;
  const left = useRef(new Map<string, Zoom>());
  const group = zoomGroup(shot);
  const before = useRef({ group, zoom: zoom.peek() });
  const isSetToo = zoom.peek() !== before.current.zoom;
  if (before.current.group !== group) {
    left.current.set(before.current.group, before.current.zoom);
    // What was set together with the screenshot is meant for it, such as the zoom on the previous pass.
    if (!isSetToo && zoom.peek() !== 'whole') zoom.value = left.current.get(group) ?? 'fit';
  }
  before.current = { group, zoom: zoom.peek() };
}

/** How the screenshot is laid out. */
export interface Laid {
  scroller: RefObject<HTMLDivElement | null>;
  image: RefObject<HTMLDivElement | null>;
  scale: number;
  /** In CSS pixels. */
  width: number;
  height: number;
  /** Height of the taller one side by side, in CSS pixels. */
  tallest: number;
}

interface Props {
  shot: Screenshot;
  mode: Mode;
  /** Identifies a chain of passes: the scroll position is kept from pass to pass. */
  chain?: string;
  /** The screenshot beside it. */
  beside?: ComparedImage | null;
  head?: ComponentChildren;
  before?: (laid: Laid) => ComponentChildren;
  over?: (laid: Laid) => ComponentChildren;
  children: (laid: Laid) => ComponentChildren;
}

/** CSS pixels of the open list of elements, which does not resize or move the screenshot. */
function besideStage(pane: HTMLElement): number {
  const list = pane.parentElement?.querySelector<HTMLElement>('.elements');
  if (!list || getComputedStyle(list).position !== 'static') return 0;
  return list.offsetWidth / (pane.parentElement?.querySelectorAll('.scroller').length ?? 1);
}

/** The neutral ground with a screenshot at a size known before it loads, with zoom and pan. */
export function StageFrame({ shot, mode, chain, beside = null, head, before, over, children }: Props) {
  const { ui } = useReview();
  const scroller = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLDivElement>(null);
  const available = useSignal(0);
  const tall = useSignal(0);
  useCarriedZoom(shot);
  const taken = useRef(0);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const measure = () => {
      const style = getComputedStyle(box.firstElementChild ?? box);
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      const beside = besideStage(box);
      available.value = box.clientWidth + beside - padding;
      tall.value = box.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
      box.scrollLeft += beside - taken.current;
      taken.current = beside;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [available]);

  const zoom = ui.zoom.value;
  const other = beside ?? shot;
  const sizes = [pageSize(shot), pageSize(other)];
  const page = {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: Math.max(...sizes.map(({ height }) => height)),
  };
  const space = { width: available.value, height: tall.value };
  const scale = typeof zoom === 'number' ? zoom : fitScale(space, page, zoom, ui.phone.value ? 2 : 1);
  const size = drawnSize(shot, scale, devicePixelRatio);
  const tallest = Math.max(size.height, drawnSize(other, scale, devicePixelRatio).height);
  useStageView({ scroller, image, shot, scale, layout: `${available.value} ${mode}`, chain: chain ?? null });
  useMarkingKeys(shot);
  useFocusKeeper();
  useToolsSoon();
  const laid: Laid = { scroller, image, scale, ...size, tallest };

  return (
    <main
      class="stage"
      aria-label={strings.landmarks.stage}
      data-mode={mode}
      data-tool={ui.marking.tool.value}
      data-panning={ui.marking.panning.value}
      data-crisp={scale >= crispScale}
      data-marks-hidden={ui.marksHidden.value}
    >
      {head}
      <div class="panes">
        {before?.(laid)}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section class="scroller" key="now" ref={scroller} tabIndex={0} aria-label={shot.label} data-scroller>
          <div class="canvas" style={{ '--tallest': `${tallest}px` }}>
            <div
              class="image"
              ref={image}
              style={{
                width: `${size.width}px`,
                '--height': `${size.height}px`,
                '--wide': size.width,
                aspectRatio: `${shot.width} / ${shot.height}`,
              }}
            >
              {children(laid)}
            </div>
          </div>
        </section>
        {over?.(laid)}
        {ui.marking.tree.value && <ElementTree shot={shot} />}
      </div>
      <StageTools shot={shot} mode={mode} />
    </main>
  );
}
