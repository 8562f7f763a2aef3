import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type Counterpart, changeOf, listedShots } from '../compare/counterpart.ts';
import { useSide, useSideName } from '../compare/use-side.ts';
import { comingOf, marksOn, mustFixOf, ownAddress, seenKey } from '../review/derive.ts';
import { Unchanged } from '../review/reviewer-later.ts';
import { useReview } from '../review/use-review.ts';
import { ownNotices, shortPaths, splitLabel } from '../review/words.ts';
import { scrollBehavior } from '../shared/device.ts';
import { Icon } from '../shared/icons.tsx';
import { rove } from '../shared/roving.ts';
import type { Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';

/** Describes how a screenshot differs from what it is compared with. */
function changeWords(change: Counterpart['change'], since: string, base: Screenshot['base_change']) {
  const words = strings.shots;
  if (change === null) return null;
  const { kind, share } = change;
  if (kind === 'identical') return { kind, short: words.identical, long: words.identicalLong(since) };
  const long = kind === 'new' ? words.newLong(since) : words.changedLong(share, since);
  if (base?.approved_in) return { kind: 'identical', short: words.approved, long: `${long}, ${words.approvedLong}` };
  if (base?.noise[0]) return { kind: 'identical', short: words.noise, long: `${long}, ${words.noise}` };
  return { kind, short: kind === 'new' ? words.new : words.changed(share), long };
}

/**
 * Shows a label. Its end is never cut off. A shortened path is drawn by the style: the button's name, which has it in
 * full, must begin with its visible text.
 */
function Label({ label, shorten }: Pick<Screenshot, 'label'> & Shortening) {
  const [start, end] = splitLabel(label);
  const short = shorten(start);
  return (
    <span class="shot-words" data-spaced={end.startsWith(' ')} dir="auto">
      {short === start ? <span class="shot-name">{start}</span> : <span class="shot-name" data-text={short} />}
      {end !== '' && <span>{end}</span>}
    </span>
  );
}

interface Shortening {
  shorten: (path: string) => string;
}

function Shot({ shot, reached, shorten }: { shot: Screenshot; reached: boolean } & Shortening) {
  const controller = useReview();
  const { review } = controller.view();
  const current = controller.ui.shot.value === shot.index;
  const side = useSide();
  const change = changeWords(changeOf(shot, side), useSideName(), side === 'base' ? shot.base_change : null);
  const seen = controller.ui.seen.value.has(seenKey(shot));
  const drawn = marksOn(review, shot.index);
  const marks = drawn.length;
  const must = mustFixOf(drawn);
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
        onClick={() => controller.goToShot(shot.index)}
      >
        <span class="thumb" data-wide={shot.width > shot.height * 1.3}>
          <img src={ownAddress(shot.thumbnail_url)} alt="" loading="lazy" decoding="async" draggable={false} />
        </span>
        <span class="shot-label">
          <span class="seen-dot" />
          <Label label={shot.label} shorten={shorten} />
        </span>
        {/* Drawn by the style: the button's name must begin with its visible text, and gives these in full. */}
        {(change !== null || marks > 0 || notices > 0) && (
          <span class="shot-facts" aria-hidden="true">
            {change !== null && <span class="change" data-kind={change.kind} data-text={change.short} />}
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

export function Filmstrip() {
  const controller = useReview();
  const view = controller.view();
  const { ui } = controller;
  const screenshots = listedShots(view.review, ui.onlyChanged.value, ui.shot.value, ui.signedIn.value);
  const changed = listedShots(view.review, true, -1, ui.signedIn.value).length;
  const unchanged = view.review.screenshots.length - changed;
  const strip = useRef<HTMLUListElement>(null);
  const current = controller.ui.shot.value;
  useEffect(() => {
    const shown = strip.current?.querySelector('[aria-current]');
    shown?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: scrollBehavior() });
  }, [current]);
  const all = view.review.screenshots;
  const shorten = useMemo(() => shortPaths(all.map(({ label }) => splitLabel(label)[0])), [all]);
  // One tab stop; arrow keys move from there.
  const stop = screenshots.find(({ index }) => index === current) ?? screenshots[0];
  const shots = screenshots.map((shot) => (
    <Shot key={shot.index} shot={shot} reached={shot === stop} shorten={shorten} />
  ));
  // Unfolded, the others come after the button.
  const first = ui.onlyChanged.value ? shots.length : changed;
  return (
    <nav class="filmstrip" aria-label={strings.landmarks.shots}>
      <ul ref={strip} onKeyDown={rove}>
        {shots.slice(0, first)}
        {unchanged > 0 && <Unchanged count={unchanged} />}
        {shots.slice(first)}
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
