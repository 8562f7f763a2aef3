import { hasElements } from '../mark/element-source.ts';
import type { Tool } from '../mark/marking.ts';
import { stepScale } from '../mark/zoom.ts';
import { useStage } from '../review/stage-desk.ts';
import type { Mode, Screenshot } from '../review/types.ts';
import { strings } from '../strings.ts';
import { Icon, type IconName } from './icons.tsx';

function ToolButton({ tool, icon, name, keys }: { tool: Tool; icon: IconName; name: string; keys: string }) {
  const { marking } = useStage().screen;
  const on = marking.tool.value === tool;
  return (
    <button
      type="button"
      class="tool"
      aria-pressed={on}
      aria-label={name}
      aria-keyshortcuts={keys}
      title={`${name} (${keys})`}
      onClick={() => {
        marking.corner.value = null;
        marking.tool.value = on ? 'point' : tool;
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

/** The ways to mark that are not a click, and zoom. */
export function StageTools({ shot, mode }: { shot: Screenshot; mode: Mode }) {
  const desk = useStage();
  const { screen } = desk;
  const { zoom: words, crosshair, tools } = strings;
  const zoom = screen.zoom.value;
  const canMark = desk.view().can.mark && mode !== 'swipe';
  return (
    <div class="stage-tools" role="toolbar" aria-label={tools.label}>
      {canMark && (
        <>
          <ToolButton tool="box" icon="box" name={tools.box} keys="A" />
          {hasElements(shot) && (
            <>
              <ToolButton tool="element" icon="snap" name={tools.element} keys="E" />
              <button
                type="button"
                class="tool"
                aria-expanded={screen.marking.tree.value}
                aria-label={tools.tree}
                aria-keyshortcuts="T"
                title={`${tools.tree} (T)`}
                data-opens-tree
                onClick={() => {
                  screen.marking.tree.value = !screen.marking.tree.value;
                }}
              >
                <Icon name="tree" />
              </button>
            </>
          )}
          <button
            type="button"
            class="tool only-fine"
            aria-label={crosshair.start}
            aria-keyshortcuts="M"
            title={`${crosshair.start} (M)`}
            onClick={() => {
              screen.crosshair.value = true;
            }}
          >
            <Icon name="cross" />
          </button>
          <span class="tool-gap" />
        </>
      )}
      <button
        type="button"
        class="tool only-fine"
        aria-label={words.out}
        title={`${words.out} (−)`}
        onClick={() => {
          screen.zoom.value = stepScale(screen.scale.value, -1);
        }}
      >
        <Icon name="minus" />
      </button>
      <span class="zoom-now">{words.now(screen.scale.value)}</span>
      <button
        type="button"
        class="tool only-fine"
        aria-label={words.in}
        title={`${words.in} (+)`}
        onClick={() => {
          screen.zoom.value = stepScale(screen.scale.value, 1);
        }}
      >
        <Icon name="plus" />
      </button>
      <button
        type="button"
        class="tool tool-text"
        aria-pressed={zoom === 'fit'}
        title={`${words.fit} (F)`}
        onClick={() => {
          screen.zoom.value = 'fit';
        }}
      >
        {words.fit}
      </button>
      <button
        type="button"
        class="tool tool-text"
        aria-pressed={zoom === 1}
        title={`${words.full} (0)`}
        onClick={() => {
          screen.zoom.value = 1;
        }}
      >
        {words.full}
      </button>
    </div>
  );
}
