import { modeOrder } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import { Icon } from '../shared/icons.tsx';
import { Popover } from '../shared/popover.tsx';
import { rove } from '../shared/roving.ts';
import type { Mode, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { counterpartOf, sidesOf, titleOf, whyNothing } from './counterpart.ts';
import { useSide } from './use-side.ts';

const words = strings.modes;

interface Props {
  shot: Screenshot | undefined;
  modes: readonly Mode[];
  mode: Mode;
}

/** All modes, so that the buttons stay where they are; with nothing to compare with, `why` says so. */
function Modes({ modes, mode, why, chosen }: Omit<Props, 'shot'> & { why: string | null; chosen: () => void }) {
  const { ui } = useReview();
  return (
    <>
      {modeOrder.map((name, at) => (
        <button
          key={name}
          type="button"
          class="segment"
          disabled={!modes.includes(name)}
          aria-pressed={name === mode}
          aria-keyshortcuts={String(at + 1)}
          title={modes.includes(name) ? `${words[name]} (${at + 1})` : (why ?? '')}
          onClick={() => {
            ui.mode.value = name;
            chosen();
          }}
        >
          {words[name]}
        </button>
      ))}
    </>
  );
}

/** Chooses between the previous pass and the base, where there are both. */
function Sides() {
  const controller = useReview();
  const view = controller.view();
  const sides = sidesOf(view);
  const side = useSide();
  if (sides.length < 2) return null;
  return (
    <select
      class="sides"
      aria-label={words.with}
      value={side ?? ''}
      onChange={(event) => {
        controller.ui.change.value = null;
        controller.ui.compare.against.value = event.currentTarget.value === 'base' ? 'base' : 'pass';
      }}
    >
      {sides.map((each) => (
        <option key={each} value={each}>
          {titleOf(view, each)}
        </option>
      ))}
    </select>
  );
}

/**
 * Offers the ways to compare the screenshot, in a row or, where that does not fit, in a menu. Draws nothing on a first
 * pass.
 */
export function ViewModes({ shot, modes, mode }: Props) {
  const controller = useReview();
  const view = controller.view();
  const side = useSide() ?? 'pass';
  const counterpart = counterpartOf(view, shot, controller.ui.compare.against.value);
  if (counterpart === null || shot === undefined) return null;
  const why = counterpart.image === null ? whyNothing(view, shot, side) : null;
  return (
    <>
      <span class="bar-sides">
        <Sides />
      </span>
      <fieldset class="segments" aria-label={words.label} onKeyDown={rove}>
        <Modes modes={modes} mode={mode} why={why} chosen={() => {}} />
      </fieldset>
      <Popover
        class="modes-menu"
        name={words.choose(words[mode])}
        label={
          <>
            {words[mode]} <Icon name="down" />
          </>
        }
      >
        {(close) => (
          <>
            <Sides />
            {why !== null && <p class="menu-note quiet">{why}</p>}
            <fieldset class="menu" aria-label={words.label} onKeyDown={rove}>
              <Modes modes={modes} mode={mode} why={why} chosen={close} />
            </fieldset>
          </>
        )}
      </Popover>
    </>
  );
}
