import { stepScale } from '../mark/zoom.ts';
import { useStage } from '../review/stage-desk.ts';
import type { Mode } from '../review/types.ts';
import { strings } from '../strings.ts';
import { Icon } from './icons.tsx';

/** Zoom, and the ways to mark that are not a click. */
export function StageTools({ mode }: { mode: Mode }) {
  const desk = useStage();
  const { screen } = desk;
  const { zoom: words, crosshair } = strings;
  const zoom = screen.zoom.value;
  const canMark = desk.view().can.mark && mode !== 'swipe';
  return (
    <div class="stage-tools" role="toolbar" aria-label={words.now(screen.scale.value)}>
      {canMark && (
        <>
          <button
            type="button"
            class="tool only-touch"
            aria-pressed={screen.boxTool.value}
            aria-label={screen.boxTool.value ? crosshair.boxOn : crosshair.box}
            title={crosshair.box}
            onClick={() => {
              screen.boxTool.value = !screen.boxTool.value;
            }}
          >
            <Icon name="box" />
          </button>
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
