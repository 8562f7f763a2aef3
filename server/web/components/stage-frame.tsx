import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { drawnSize, fitScale, pageSize } from '../mark/zoom.ts';
import { useStage } from '../review/stage-desk.ts';
import type { Mode, Screenshot } from '../review/types.ts';
import { strings } from '../strings.ts';
import { useFocusKeeper } from './focus-keeper.ts';
import { useMarkingKeys } from './marking-keys.ts';
import { ElementTree, useToolsSoon } from './marking-later.ts';
import { StageTools } from './stage-tools.tsx';
import { useStageView } from './stage-view.ts';

/** How the picture is laid out now. */
export interface Laid {
  scroller: RefObject<HTMLDivElement | null>;
  picture: RefObject<HTMLDivElement | null>;
  /** CSS pixels per page pixel. */
  scale: number;
  /** CSS pixels the picture is wide and tall. */
  width: number;
  height: number;
  /** CSS pixels the taller of the pictures side by side is tall. */
  tallest: number;
}

interface Props {
  shot: Screenshot;
  mode: Mode;
  /** What the passes of one chain have in common: a shot's place on the stage is kept from pass to pass. */
  chain?: string;
  /** The picture that stands beside it, where one does. */
  beside?: Screenshot | null;
  head?: ComponentChildren;
  /** What stands before the picture, and what lies over both. */
  before?: (laid: Laid) => ComponentChildren;
  over?: ComponentChildren;
  /** The picture itself and all that is drawn on it. */
  children: (laid: Laid) => ComponentChildren;
}

/** CSS pixels of a pane that the list of elements takes while it is open: the screenshot stays as large and where it was. */
function besideStage(pane: HTMLElement): number {
  const list = pane.parentElement?.querySelector<HTMLElement>('.elements');
  if (!list || getComputedStyle(list).position !== 'static') return 0;
  return list.offsetWidth / (pane.parentElement?.querySelectorAll('.scroller').length ?? 1);
}

/** The neutral ground with a picture on it, at a size known before it has loaded, under its zoom and pan. */
export function StageFrame({ shot, mode, chain, beside = null, head, before, over, children }: Props) {
  const { screen } = useStage();
  const scroller = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const room = useSignal(0);
  const taken = useRef(0);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const measure = () => {
      const style = getComputedStyle(box.firstElementChild ?? box);
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      const beside = besideStage(box);
      room.value = box.clientWidth + beside - padding;
      box.scrollLeft += beside - taken.current;
      taken.current = beside;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [room]);

  const zoom = screen.zoom.value;
  const other = beside ?? shot;
  const widest = Math.max(pageSize(shot).width, pageSize(other).width);
  const scale = zoom === 'fit' ? fitScale(room.value, widest, screen.phone.value ? 2 : 1) : zoom;
  const size = drawnSize(shot, scale, devicePixelRatio);
  const tallest = Math.max(size.height, drawnSize(other, scale, devicePixelRatio).height);
  useStageView({ scroller, picture, shot, scale, layout: `${room.value} ${mode}`, chain: chain ?? null });
  useMarkingKeys(shot);
  useFocusKeeper();
  useToolsSoon();
  const laid: Laid = { scroller, picture, scale, ...size, tallest };

  return (
    <main
      class="stage"
      aria-label={strings.landmarks.stage}
      data-mode={mode}
      data-tool={screen.marking.tool.value}
      data-panning={screen.marking.panning.value}
    >
      {head}
      <div class="panes">
        {before?.(laid)}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section class="scroller" key="now" ref={scroller} tabIndex={0} aria-label={shot.label} data-scroller>
          <div class="canvas" style={{ '--tallest': `${tallest}px` }}>
            <div
              class="picture"
              ref={picture}
              style={{ width: `${size.width}px`, height: `${size.height}px`, '--wide': size.width }}
            >
              {children(laid)}
            </div>
          </div>
        </section>
        {over}
        {screen.marking.tree.value && <ElementTree shot={shot} />}
      </div>
      <StageTools shot={shot} mode={mode} />
    </main>
  );
}
