import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { pageSize } from '../mark/zoom.ts';
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
  const page = pageSize(shot);
  const follow = (follower: HTMLElement | null, leader: HTMLElement | null) => {
    if (follower === null || leader === null) return;
    if (follower.scrollTop !== leader.scrollTop) follower.scrollTop = leader.scrollTop;
    if (follower.scrollLeft !== leader.scrollLeft) follower.scrollLeft = leader.scrollLeft;
  };
  // A new scale has moved both.
  useLayoutEffect(() => follow(pane.current, beside.current), [scale, shot.sha256]);
  useEffect(() => {
    const other = beside.current;
    const onScroll = () => follow(pane.current, other);
    other?.addEventListener('scroll', onScroll, { passive: true });
    return () => other?.removeEventListener('scroll', onScroll);
  }, [beside]);
  const size = { width: Math.round(page.width * scale), height: Math.round(page.height * scale) };
  const alt = strings.shots.alt(shot.label, view.previous?.pass ?? 1);
  return (
    <section
      class="scroller"
      ref={pane}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={alt}
      onScroll={() => follow(beside.current, pane.current)}
    >
      <div class="canvas" style={{ minHeight: `${height}px` }}>
        <div class="picture" style={{ width: `${size.width}px`, height: `${size.height}px` }}>
          <PreviousImage key={shot.sha256} shot={shot} alt={alt} height={size.height} />
        </div>
      </div>
    </section>
  );
}
