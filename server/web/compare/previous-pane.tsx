import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useReview } from '../review/use-review.ts';
import { PreviousImage } from '../screenshots/shot-image.tsx';
import { drawnSize } from '../screenshots/zoom.ts';
import type { ComparedImage, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { AlignedImage } from './aligned-image.tsx';
import { BeforeMarks } from './before-marks.tsx';
import { previousOf } from './counterpart.ts';
import { useShownLayout } from './use-layout.ts';
import { useSide, useSideName } from './use-side.ts';

interface Props {
  shot: ComparedImage;
  now: Screenshot;
  scale: number;
  /** The height of the taller pane, so that both scroll to the same end. */
  tallest: number;
  /** CSS pixels of this pass's screenshot. */
  height: number;
  beside: RefObject<HTMLDivElement | null>;
}

/** Shows what the screenshot is compared with beside this one and scrolls both together. */
export function PreviousPane({ shot, now, scale, tallest, height, beside }: Props) {
  const pane = useRef<HTMLElement>(null);
  // The last position set by the other pane. Its scroll event comes later and must not scroll the other pane back.
  const put = useRef({ left: 0, top: 0 });
  const lead = (to: HTMLElement, left: number, top: number) => {
    if (to.scrollTop !== top) to.scrollTop = top;
    if (to.scrollLeft !== left) to.scrollLeft = left;
  };
  const follow = () => {
    const [own, other] = [pane.current, beside.current];
    if (own === null || other === null) return;
    lead(own, other.scrollLeft, other.scrollTop);
    put.current = { left: own.scrollLeft, top: own.scrollTop };
  };
  const onOwnScroll = () => {
    const [own, other] = [pane.current, beside.current];
    if (own === null || other === null) return;
    if (own.scrollLeft === put.current.left && own.scrollTop === put.current.top) return;
    put.current = { left: own.scrollLeft, top: own.scrollTop };
    lead(other, own.scrollLeft, own.scrollTop);
  };
  useLayoutEffect(follow, [scale, shot.sha256]);
  useEffect(() => {
    const other = beside.current;
    other?.addEventListener('scroll', follow, { passive: true });
    return () => other?.removeEventListener('scroll', follow);
  }, [beside]);
  const controller = useReview();
  const layout = useShownLayout(now);
  const raw = drawnSize(shot, scale, devicePixelRatio);
  const size = layout === null ? raw : { ...raw, height };
  // What was marked belongs to passes; a base has no marks.
  const marked = useSide() === 'pass' ? previousOf(controller.view(), now) : null;
  const alt = strings.shots.alt(shot.label, useSideName());
  return (
    <section
      class="scroller"
      ref={pane}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={alt}
      onScroll={onOwnScroll}
    >
      <div class="canvas" style={{ '--tallest': `${tallest}px` }}>
        <div class="image" style={{ width: `${size.width}px`, '--height': `${size.height}px` }}>
          {layout === null && <PreviousImage key={shot.sha256} shot={shot} alt={alt} height={size.height} />}
          {layout && <AlignedImage layout={layout} shot={shot} alt={alt} scale={scale} height={height} opens />}
          {layout !== undefined && marked !== null && (
            <BeforeMarks previous={marked} layout={layout} height={layout === null ? marked.height : now.height} />
          )}
        </div>
      </div>
    </section>
  );
}
