import { hasElements } from '../marking/element-source.ts';
import { HideMarks } from '../marking/hiding-later.ts';
import type { Tool } from '../marking/marking.ts';
import { mayPlace } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import { IconButton, type IconName } from '../shared/icons.tsx';
import type { Mode, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { stepScale } from './zoom.ts';

function ToolButton({ tool, icon, name, keys }: { tool: Tool; icon: IconName; name: string; keys: string }) {
  const { marking } = useReview().ui;
  const on = marking.tool.value === tool;
  const choose = () => {
    marking.corner.value = null;
    marking.tool.value = on ? 'point' : tool;
  };
  return <IconButton icon={icon} name={name} keys={keys} aria-pressed={on} onClick={choose} />;
}

function MarkTools({ shot }: { shot: Screenshot }) {
  const { ui } = useReview();
  const { crosshair, tools } = strings;
  return (
    <>
      <ToolButton tool="box" icon="box" name={tools.box} keys="A" />
      {hasElements(shot) && (
        <>
          <ToolButton tool="element" icon="snap" name={tools.element} keys="E" />
          <IconButton
            icon="tree"
            name={tools.tree}
            keys="T"
            aria-expanded={ui.marking.tree.value}
            data-opens-tree
            onClick={() => (ui.marking.tree.value = !ui.marking.tree.value)}
          />
        </>
      )}
      <IconButton
        class="tool only-fine"
        icon="cross"
        name={crosshair.start}
        keys="M"
        onClick={() => (ui.crosshair.value = true)}
      />
      <span class="tool-gap" />
    </>
  );
}

/** The zooms that have a button and a key. */
const sizes = [
  ['fit', 'fit', 'F'],
  ['whole', 'whole', 'Shift F'],
  [1, 'full', '0'],
] as const;

export function StageTools({ shot, mode }: { shot: Screenshot; mode: Mode }) {
  const controller = useReview();
  const { ui } = controller;
  const { zoom: words, tools } = strings;
  const canMark = mayPlace(controller.view()) && mode !== 'swipe';
  return (
    <div class="stage-tools" role="toolbar" aria-label={tools.label}>
      <HideMarks />
      {canMark && <MarkTools shot={shot} />}
      <IconButton
        class="tool only-fine"
        icon="minus"
        name={words.out}
        title={`${words.out} (−)`}
        onClick={() => (ui.zoom.value = stepScale(ui.scale.value, -1))}
      />
      <span class="zoom-now">{words.now(ui.scale.value)}</span>
      <IconButton
        class="tool only-fine"
        icon="plus"
        name={words.in}
        title={`${words.in} (+)`}
        onClick={() => (ui.zoom.value = stepScale(ui.scale.value, 1))}
      />
      {sizes.map(([size, name, keys]) => (
        <button
          key={name}
          type="button"
          class="tool tool-text"
          aria-pressed={ui.zoom.value === size}
          title={`${words[name]} (${keys})`}
          onClick={() => (ui.zoom.value = size)}
        >
          {words[name]}
        </button>
      ))}
    </div>
  );
}
