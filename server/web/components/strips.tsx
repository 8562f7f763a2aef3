import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { layStrips, type Strip, stripsOf, stripUrl } from '../mark/strips.ts';
import { ownAddress } from '../review/derive.ts';
import type { Screenshot } from '../review/types.ts';
import { strings } from '../strings.ts';

type Urgency = 'high' | 'low';

interface Props {
  shot: Screenshot;
  alt: string;
  /** CSS pixels that the whole shot is drawn in. */
  height: number;
  /** All that is in view has loaded. */
  onShown?: () => void;
  onStrip?: (at: number) => void;
}

const placed = (strip: Strip) => ({ top: `${strip.top}px`, height: `${strip.height}px` });

/** A tall shot in strips of its own size: those in view load first, those about two screens around them next. */
export function Strips({ shot, alt, height, onShown, onStrip }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  // What is looked at first is its top, which the page fetches ahead: it need not wait for the observers.
  const wanted = useSignal<ReadonlyMap<number, Urgency>>(new Map(onShown === undefined ? [] : [[0, 'high']]));
  const failed = useSignal<ReadonlySet<number>>(new Set());
  const inView = useRef(new Set<number>());
  const loaded = useRef(new Set<number>());
  const tellShown = () => {
    const seen = [...inView.current];
    if (seen.length > 0 && seen.every((at) => loaded.current.has(at))) onShown?.();
  };
  const latest = useRef(tellShown);
  latest.current = tellShown;

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const places = [...element.children];
    const root = element.closest('.scroller');
    // Made first, so that it knows what is in view when the other asks.
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
                  tellShown();
                }}
                onError={() => fails(strip.at, true)}
              />
            )}
          </div>
        ))}
      </div>
      {/* Beside the picture: what can be pressed must not hide inside it. */}
      {strips
        .filter(({ at }) => failed.value.has(at))
        .map((strip) => (
          <div key={strip.at} class="strip strip-failed" style={placed(strip)}>
            <div class="no-picture" role="alert">
              <p>{strings.shots.partFailed}</p>
              <button type="button" class="button" onClick={() => fails(strip.at, false)}>
                {strings.shots.again}
              </button>
            </div>
          </div>
        ))}
    </>
  );
}
