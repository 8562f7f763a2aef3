import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ownAddress } from '../review/derive.ts';
import { Button } from '../shared/button.tsx';
import type { ComparedImage } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { layStrips, type Strip, stripsOf, stripUrl } from './strip-layout.ts';

type Urgency = 'high' | 'low';

interface Props {
  shot: ComparedImage;
  alt: string;
  height: number;
  /** Called when everything in view has loaded. */
  onShown?: () => void;
  onStrip?: (at: number) => void;
}

const placed = (strip: Strip) => ({ top: `${strip.top}px`, height: `${strip.height}px` });

/** Observes which strips are in view, and asks for those near the view. */
function useObservers(
  frame: RefObject<HTMLElement | null>,
  wanted: Signal<ReadonlyMap<number, Urgency>>,
  inView: { current: Set<number> },
  latest: { current: () => void },
): void {
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const places = [...element.children];
    const root = element.closest('.scroller');
    // Created first, so that it knows what is in view when the other asks.
    const view = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const at = places.indexOf(target);
          if (isIntersecting) inView.current.add(at);
          else inView.current.delete(at);
        }
        latest.current();
      },
      { root },
    );
    const near = new IntersectionObserver(
      (entries) => {
        const next = new Map(wanted.value);
        for (const { target, isIntersecting } of entries) {
          const at = places.indexOf(target);
          if (isIntersecting && !next.has(at)) next.set(at, inView.current.has(at) ? 'high' : 'low');
        }
        if (next.size > wanted.value.size) wanted.value = next;
      },
      { root, rootMargin: '200% 0px' },
    );
    for (const place of places) {
      view.observe(place);
      near.observe(place);
    }
    return () => {
      view.disconnect();
      near.disconnect();
    };
  }, [wanted]);
}

/** Draws a tall screenshot in strips: those in view load first, then those about two viewports around. */
export function Strips({ shot, alt, height, onShown, onStrip }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  // The page fetches the first strip ahead, before the observers exist.
  const wanted = useSignal<ReadonlyMap<number, Urgency>>(new Map(onShown === undefined ? [] : [[0, 'high']]));
  const failed = useSignal<ReadonlySet<number>>(new Set());
  const inView = useRef(new Set<number>());
  const loaded = useRef(new Set<number>());
  const reportShown = () => {
    const seen = [...inView.current];
    if (seen.length > 0 && seen.every((at) => loaded.current.has(at))) onShown?.();
  };
  const latest = useRef(reportShown);
  latest.current = reportShown;

  useObservers(frame, wanted, inView, latest);

  const fails = (at: number, does: boolean) => {
    const next = new Set(failed.value);
    if (does) next.add(at);
    else next.delete(at);
    failed.value = next;
  };
  const strips = layStrips(stripsOf(shot), shot.height, height);
  return (
    <>
      <div ref={frame} class="strips" role="img" aria-label={alt}>
        {strips.map((strip) => (
          <div key={strip.at} class="strip" style={placed(strip)}>
            {wanted.value.has(strip.at) && !failed.value.has(strip.at) && (
              <img
                src={stripUrl(ownAddress(shot.url), strip.at)}
                alt=""
                draggable={false}
                decoding="async"
                fetchpriority={wanted.value.get(strip.at)}
                onLoad={() => {
                  loaded.current.add(strip.at);
                  onStrip?.(strip.at);
                  reportShown();
                }}
                onError={() => fails(strip.at, true)}
              />
            )}
          </div>
        ))}
      </div>
      {/* Not inside the image role, which hides buttons. */}
      {strips
        .filter(({ at }) => failed.value.has(at))
        .map((strip) => (
          <div key={strip.at} class="strip strip-failed" style={placed(strip)}>
            <div class="no-image" role="alert">
              <p>{strings.shots.partFailed}</p>
              <Button onClick={() => fails(strip.at, false)}>{strings.shots.again}</Button>
            </div>
          </div>
        ))}
    </>
  );
}
