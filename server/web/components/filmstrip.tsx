import { comingOf, marksOn, ownAddress } from '../review/derive.ts';
import { useStage } from '../review/stage-desk.ts';
import type { Screenshot } from '../review/types.ts';
import { strings } from '../strings.ts';
import { Icon } from './icons.tsx';

function changeWords(shot: Screenshot): { short: string; long: string } | null {
  const words = strings.shots;
  if (shot.change === null) return null;
  const { kind, share } = shot.change;
  if (kind === 'new') return { short: words.new, long: words.newLong };
  if (kind === 'identical') return { short: words.identical, long: words.identicalLong };
  return { short: words.changed(share), long: words.changedLong(share) };
}

function Shot({ shot }: { shot: Screenshot }) {
  const desk = useStage();
  const { review } = desk.view();
  const current = desk.screen.shot.value === shot.index;
  const change = changeWords(shot);
  const seen = desk.screen.seen.value.has(shot.sha256);
  const marks = marksOn(review, shot.index).length;
  const name = [
    shot.label,
    change?.long,
    marks > 0 ? strings.shots.marks(marks) : undefined,
    shot.notices.length > 0 ? strings.notices.count(shot.notices.length) : undefined,
    seen ? undefined : strings.shots.unseen,
  ].filter(Boolean);
  return (
    <li>
      <button
        type="button"
        class="shot"
        aria-current={current ? 'true' : undefined}
        aria-label={name.join(', ')}
        title={name.join(', ')}
        onClick={() => desk.goToShot(shot.index)}
      >
        <span class="thumb" data-wide={shot.width > shot.height * 1.3}>
          <img src={ownAddress(shot.thumbnail_url)} alt="" loading="lazy" decoding="async" draggable={false} />
        </span>
        <span class="shot-label">
          {!seen && <span class="unseen-dot" />}
          <span class="shot-name">{shot.label}</span>
        </span>
        {(change !== null || marks > 0 || shot.notices.length > 0) && (
          <span class="shot-facts">
            {change !== null && (
              <span class="change" data-kind={shot.change?.kind}>
                {change.short}
              </span>
            )}
            {shot.notices.length > 0 && (
              <span class="shot-notices">
                <Icon name="info" />
                {shot.notices.length}
              </span>
            )}
            {marks > 0 && <span class="shot-marks">{marks}</span>}
          </span>
        )}
      </button>
    </li>
  );
}

/** The shots of this pass, those still being made as empty frames. */
export function Filmstrip() {
  const view = useStage().view();
  const { review } = view;
  return (
    <nav class="filmstrip" aria-label={strings.landmarks.shots}>
      <ul>
        {review.screenshots.map((shot) => (
          <Shot key={shot.index} shot={shot} />
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
