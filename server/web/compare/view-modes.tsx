import { modeOrder, previousOf } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import { Icon } from '../shared/icons.tsx';
import { Popover } from '../shared/popover.tsx';
import { rove } from '../shared/roving.ts';
import type { Mode, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';

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

/**
 * Offers the ways to compare the screenshot, in a row or, where that does not fit, in a menu. Draws nothing on a first
 * pass.
 */
export function ViewModes({ shot, modes, mode }: Props) {
  const view = useReview().view();
  if (view.previous === null || shot === undefined) return null;
  if (previousOf(view, shot) === null) {
    const { pass } = view.previous;
    return (
      <p class="modes-none quiet" title={words.nothing(shot.label, pass)}>
        {words.nothingShort(pass)}
      </p>
    );
  }
  return (
    <>
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
          <fieldset class="menu" aria-label={words.label} onKeyDown={rove}>
            <Modes modes={modes} mode={mode} chosen={close} />
          </fieldset>
        )}
      </Popover>
    </>
  );
}
