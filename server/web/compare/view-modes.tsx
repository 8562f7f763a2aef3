import { modeOrder } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import { Icon } from '../shared/icons.tsx';
import { Popover } from '../shared/popover.tsx';
import { rove } from '../shared/roving.ts';
import type { Mode, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { counterpartOf, sidesOf, titleOf } from './counterpart.ts';
import { useSide, useSideName } from './use-side.ts';

const words = strings.modes;

interface Props {
  shot: Screenshot | undefined;
  modes: readonly Mode[];
  mode: Mode;
}

function Modes({ modes, mode, chosen }: Omit<Props, 'shot'> & { chosen: () => void }) {
  const { ui } = useReview();
  return (
    <>
      {modes.map((name) => (
        <button
          key={name}
          type="button"
          class="segment"
          aria-pressed={name === mode}
          aria-keyshortcuts={String(modeOrder.indexOf(name) + 1)}
          title={`${words[name]} (${modeOrder.indexOf(name) + 1})`}
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
  const name = useSideName();
  const counterpart = counterpartOf(view, shot, controller.ui.compare.against.value);
  if (counterpart === null || shot === undefined) return null;
  if (counterpart.image === null) {
    return (
      <div class="modes-none quiet" title={words.nothing(shot.label, titleOf(view, side))}>
        {words.nothingShort(name)} <Sides />
      </div>
    );
  }
  return (
    <>
      <span class="bar-sides">
        <Sides />
      </span>
      <fieldset class="segments" aria-label={words.label} onKeyDown={rove}>
        <Modes modes={modes} mode={mode} chosen={() => {}} />
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
            <fieldset class="menu" aria-label={words.label} onKeyDown={rove}>
              <Modes modes={modes} mode={mode} chosen={close} />
            </fieldset>
          </>
        )}
      </Popover>
    </>
  );
}
