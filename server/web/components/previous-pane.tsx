import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { drawnSize } from '../mark/zoom.ts';
import type { Screenshot } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { PreviousImage } from './shot-image.tsx';

interface Props {
  shot: Screenshot;
  scale: number;
  /** As tall as the pane beside it, so that both scroll the same way to the end. */
  height: number;
  beside: RefObject<HTMLDivElement | null>;
}

/** The previous pass beside this one; scrolling either scrolls both. */
export function PreviousPane({ shot, scale, height, beside }: Props) {
  const view = useDesk().view();
  const pane = useRef<HTMLElement>(null);
  // Where this pane was put by the other: the scroll event of that comes later, and must not lead the other back.
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
  // A new scale has moved both.
  useLayoutEffect(follow, [scale, shot.sha256]);
  useEffect(() => {
    const other = beside.current;
    other?.addEventListener('scroll', follow, { passive: true });
    return () => other?.removeEventListener('scroll', follow);
  }, [beside]);
  const size = drawnSize(shot, scale, devicePixelRatio);
  const alt = strings.shots.alt(shot.label, view.previous?.pass ?? 1);
  return (
    <section
      class="scroller"
      ref={pane}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={alt}
      onScroll={onOwnScroll}
    >
      <div class="canvas" style={{ '--tallest': `${height}px` }}>
        <div class="picture" style={{ width: `${size.width}px`, height: `${size.height}px` }}>
          <PreviousImage key={shot.sha256} shot={shot} alt={alt} height={size.height} />
        </div>
      </div>
    </section>
  );
}
