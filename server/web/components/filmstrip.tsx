import { useEffect, useRef } from 'preact/hooks';
import { comingOf, marksOn, mustFixOf, ownAddress, seenKey } from '../review/derive.ts';
import { scrollBehavior } from '../review/device.ts';
import { useStage } from '../review/stage-desk.ts';
import type { Screenshot } from '../review/types.ts';
import { ownNotices } from '../review/words.ts';
import { strings } from '../strings.ts';
import { Icon } from './icons.tsx';
import { rove } from './roving.ts';

function changeWords(shot: Screenshot): { short: string; long: string } | null {
  const words = strings.shots;
  if (shot.change === null) return null;
  const { kind, share } = shot.change;
  if (kind === 'new') return { short: words.new, long: words.newLong };
  if (kind === 'identical') return { short: words.identical, long: words.identicalLong };
  return { short: words.changed(share), long: words.changedLong(share) };
}

/** What tells "/pricing/ · desktop" from "/pricing/ · mobile" stands at the end, and is never cut off. */
function Label({ label }: Pick<Screenshot, 'label'>) {
  const end = Math.max(0, label.lastIndexOf(' · '));
  const [name, view] = end === 0 ? [label, ''] : [label.slice(0, end), label.slice(end)];
  return (
    <span class="shot-words" dir="auto">
      <span class="shot-name">{name}</span>
      {view !== '' && <span>{view}</span>}
    </span>
  );
}

function Shot({ shot, reached }: { shot: Screenshot; reached: boolean }) {
  const desk = useStage();
  const { review } = desk.view();
  const current = desk.screen.shot.value === shot.index;
  const change = changeWords(shot);
  const seen = desk.screen.seen.value.has(seenKey(shot));
  const pinned = marksOn(review, shot.index);
  const marks = pinned.length;
  const must = mustFixOf(pinned);
  const notices = ownNotices(shot).length;
  const name = [
    shot.label,
    change?.long,
    marks > 0 ? strings.shots.marks(marks, must) : undefined,
    notices > 0 ? strings.notices.count(notices) : undefined,
    seen ? strings.shots.seen : strings.shots.unseen,
  ].filter(Boolean);
  return (
    <li>
      <button
        type="button"
        class="shot"
        tabIndex={reached ? 0 : -1}
        data-seen={seen}
        aria-current={current ? 'true' : undefined}
        aria-label={name.join(', ')}
        title={name.join(', ')}
        onClick={() => desk.goToShot(shot.index)}
      >
        <span class="thumb" data-wide={shot.width > shot.height * 1.3}>
          <img src={ownAddress(shot.thumbnail_url)} alt="" loading="lazy" decoding="async" draggable={false} />
        </span>
        <span class="shot-label">
          <span class="seen-dot" />
          <Label label={shot.label} />
        </span>
        {/* Drawn by the style: in the name, which must begin as what is shown does, it is said in full. */}
        {(change !== null || marks > 0 || notices > 0) && (
          <span class="shot-facts" aria-hidden="true">
            {change !== null && <span class="change" data-kind={shot.change?.kind} data-text={change.short} />}
            {notices > 0 && (
              <span class="shot-notices" data-text={notices}>
                <Icon name="info" />
              </span>
            )}
            {marks > 0 && <span class="shot-marks" data-text={marks} data-must-fix={must > 0} />}
          </span>
        )}
      </button>
    </li>
  );
}

/** The shots of this pass, those still being made as empty frames. */
export function Filmstrip() {
  const desk = useStage();
  const view = desk.view();
  const { screenshots } = view.review;
  const strip = useRef<HTMLUListElement>(null);
  const current = desk.screen.shot.value;
  useEffect(() => {
    const shown = strip.current?.querySelector('[aria-current]');
    shown?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: scrollBehavior() });
  }, [current]);
  // One stop for Tab; the arrow keys go on from there.
  const stop = screenshots.find(({ index }) => index === current) ?? screenshots[0];
  return (
    <nav class="filmstrip" aria-label={strings.landmarks.shots}>
      <ul ref={strip} onKeyDown={rove}>
        {screenshots.map((shot) => (
          <Shot key={shot.index} shot={shot} reached={shot === stop} />
        ))}
        {Array.from({ length: comingOf(view) }, (_, index) => (
          <li key={`coming-${index}`} class="shot shot-coming">
            <span class="thumb" />
            <span class="shot-label">{strings.shots.coming}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
