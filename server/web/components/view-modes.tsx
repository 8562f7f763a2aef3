import { modeOrder, previousOf } from '../review/derive.ts';
import type { Mode, Screenshot } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { Icon } from './icons.tsx';
import { Popover } from './popover.tsx';
import { rove } from './roving.ts';

const words = strings.modes;

interface Props {
  shot: Screenshot | undefined;
  modes: readonly Mode[];
  mode: Mode;
}

function Modes({ modes, mode, chosen }: Omit<Props, 'shot'> & { chosen: () => void }) {
  const { screen } = useDesk();
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
            screen.mode.value = name;
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
 * The ways to compare the shot on stage, in a row where there is room and in a menu where there is not. Nothing on a
 * first pass; where only this shot has nothing to compare with, that is said and the chosen way is kept for the others.
 */
export function ViewModes({ shot, modes, mode }: Props) {
  const view = useDesk().view();
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
