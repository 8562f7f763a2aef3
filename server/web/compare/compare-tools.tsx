import { useReview } from '../review/use-review.ts';
import { lessMotion } from '../shared/device.ts';
import type { Mode, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { words as aligning } from './aligned-strings.ts';
import { align, alignable } from './compare.ts';
import { type Counterpart, counterpartOf, sideOf, whyNothing } from './counterpart.ts';
import { useLayout } from './use-layout.ts';
import { useSideName, useSideTitle } from './use-side.ts';

const words = strings.modes;

/** The names of both sides; as `titles` where they stand alone. */
interface Sides {
  before: string;
  now: string;
  titles: { before: string; now: string };
}

function Onion({ before, now, titles }: Sides) {
  const { compare } = useReview().ui;
  return (
    <>
      <span aria-hidden="true">{titles.before}</span>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        aria-label={words.onionLabel(before, now)}
        aria-valuetext={words.onionValue(now, Math.round(compare.mix.value * 100))}
        value={Math.round(compare.mix.value * 100)}
        onInput={(event) => (compare.mix.value = Number(event.currentTarget.value) / 100)}
      />
      <span aria-hidden="true">{titles.now}</span>
    </>
  );
}

function Blink({ titles }: Pick<Sides, 'titles'>) {
  const { compare } = useReview().ui;
  const show = (previous: boolean) => {
    compare.running.value = false;
    compare.before.value = previous;
  };
  return (
    <>
      {!lessMotion() && (
        <button type="button" class="tool tool-text" onClick={() => (compare.running.value = !compare.running.value)}>
          {compare.running.value ? words.pause : words.play}
        </button>
      )}
      {([true, false] as const).map((previous) => (
        <button
          key={String(previous)}
          type="button"
          class="tool tool-text"
          aria-pressed={compare.before.value === previous}
          onClick={() => show(previous)}
        >
          {previous ? titles.before : titles.now}
        </button>
      ))}
    </>
  );
}

function Legend() {
  return (
    <ul class="legend">
      {(['changed', 'added', 'removed'] as const).map((kind) => (
        <li key={kind}>
          <span class="swatch" data-kind={kind} />
          {words.legend[kind]}
        </li>
      ))}
    </ul>
  );
}

/** Shows the legend of the difference image, or why there is none. */
function Difference({ change, before }: { change: Counterpart['change']; before: string }) {
  if (change?.diff_url) return <Legend />;
  return <p>{change?.kind === 'identical' ? words.identical(before) : words.notCompared}</p>;
}

/** Chooses between the same content facing the same content, and both images from their top. */
function Alignment({ shot }: { shot: Screenshot }) {
  const { memory, ui } = useReview();
  const layout = useLayout(shot);
  const why = layout === 'same' || layout === 'unknown' ? aligning[layout] : null;
  return (
    <fieldset class="alignment" aria-label={aligning.label} disabled={why !== null} title={why ?? undefined}>
      {([true, false] as const).map((aligned) => (
        <button
          key={String(aligned)}
          type="button"
          class="tool tool-text"
          aria-pressed={why === null && ui.compare.aligned.value === aligned}
          aria-keyshortcuts="X"
          title={why ?? (aligned ? aligning.alignedTitle : aligning.rawTitle)}
          onClick={() => align(ui.compare, memory, aligned)}
        >
          {aligned ? aligning.aligned : aligning.raw}
        </button>
      ))}
    </fieldset>
  );
}

/** Holds the controls of a way of comparing. They float at the foot of the stage, so the screenshot never moves. */
export function CompareTools({ shot, mode }: { shot: Screenshot; mode: Mode }) {
  const controller = useReview();
  const view = controller.view();
  const { mode: wanted } = controller.ui;
  const { peek, against } = controller.ui.compare;
  const before = useSideName();
  const title = useSideTitle();
  const counterpart = counterpartOf(view, shot, against.value);
  if (counterpart?.image === null) {
    const side = sideOf(view, against.value) ?? 'pass';
    return wanted.value === 'now' ? null : <p class="compare-tools">{whyNothing(view, shot, side)}</p>;
  }
  if (peek.value) return <p class="compare-tools">{words.peeking(title)}</p>;
  if (mode === 'now') return null;
  const { pass } = view.review;
  const names = { before, now: words.pass(pass), titles: { before: title, now: words.passTitle(pass) } };
  return (
    <fieldset class="compare-tools" aria-label={words[mode]}>
      {alignable.includes(mode) && <Alignment shot={shot} />}
      {mode === 'onion' && <Onion {...names} />}
      {mode === 'blink' && <Blink titles={names.titles} />}
      {mode === 'diff' && <Difference change={counterpart?.change ?? null} before={before} />}
    </fieldset>
  );
}
