import { useReview } from '../review/use-review.ts';
import { lessMotion } from '../shared/device.ts';
import type { Mode, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';

const words = strings.modes;

function Onion({ before, now }: { before: number; now: number }) {
  const { compare } = useReview().ui;
  return (
    <>
      <span aria-hidden="true">{words.passShort(before)}</span>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        aria-label={words.onionLabel(before, now)}
        aria-valuetext={words.onionValue(now, Math.round(compare.mix.value * 100))}
        value={Math.round(compare.mix.value * 100)}
        onInput={(event) => {
          compare.mix.value = Number(event.currentTarget.value) / 100;
        }}
      />
      <span aria-hidden="true">{words.passShort(now)}</span>
    </>
  );
}

function Blink({ before, now }: { before: number; now: number }) {
  const { compare } = useReview().ui;
  const show = (previous: boolean) => {
    compare.running.value = false;
    compare.before.value = previous;
  };
  return (
    <>
      {!lessMotion() && (
        <button
          type="button"
          class="tool tool-text"
          onClick={() => {
            compare.running.value = !compare.running.value;
          }}
        >
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
          {words.passShort(previous ? before : now)}
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
function Difference({ change, before }: { change: Screenshot['change']; before: number }) {
  if (change?.diff_url) return <Legend />;
  return <p>{change?.kind === 'identical' ? words.identical(before) : words.notCompared}</p>;
}

/** Holds the controls of a way of comparing. They float at the foot of the stage, so the screenshot never moves. */
export function CompareTools({ shot, mode }: { shot: Screenshot; mode: Mode }) {
  const controller = useReview();
  const view = controller.view();
  if (controller.ui.compare.peek.value) return <p class="compare-tools">{words.peeking(view.previous?.pass ?? 1)}</p>;
  if (mode !== 'onion' && mode !== 'blink' && mode !== 'diff') return null;
  const passes = { before: view.previous?.pass ?? view.review.pass - 1, now: view.review.pass };
  return (
    <fieldset class="compare-tools" aria-label={words[mode]}>
      {mode === 'onion' && <Onion {...passes} />}
      {mode === 'blink' && <Blink {...passes} />}
      {mode === 'diff' && <Difference change={shot.change} before={passes.before} />}
    </fieldset>
  );
}
