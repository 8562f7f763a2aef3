import type { Mode } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';

/** Now, Side by side, Swipe, Diff: only those that the shot on stage has; nothing on a first pass. */
export function ViewModes({ modes, mode }: { modes: Mode[]; mode: Mode }) {
  const { screen } = useDesk();
  if (modes.length < 2) return null;
  const order: Mode[] = ['now', 'side', 'swipe', 'diff'];
  return (
    <fieldset class="segments" aria-label={strings.modes.label}>
      {modes.map((name) => (
        <button
          key={name}
          type="button"
          class={`segment segment-${name}`}
          aria-pressed={name === mode}
          title={`${strings.modes[name]} (${order.indexOf(name) + 1})`}
          onClick={() => {
            screen.mode.value = name;
          }}
        >
          {strings.modes[name]}
        </button>
      ))}
    </fieldset>
  );
}
