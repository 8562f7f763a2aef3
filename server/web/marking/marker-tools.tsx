import type { Signal } from '@preact/signals';
import type { Place } from './geometry.ts';
import { Handles } from './handles.tsx';
import { AdjustPanel, MarkBar } from './mark-bar.tsx';
import type { MarkerProps } from './marked-item.ts';
import type { Adjusting } from './marker.tsx';

interface ToolsProps extends MarkerProps {
  adjusting: Adjusting;
  moving: Signal<Place | null>;
  shown: Place;
  chosen: boolean;
  save: (to: Place) => void;
}

/** Draws what changes the selected item: the handles of a box, the toolbar, and the panel to adjust it. */
export function MarkerTools({ item, shot, image, scale, adjusting, moving, shown, chosen, save }: ToolsProps) {
  const { current, adjust, done, cancel } = adjusting;
  return (
    <>
      {chosen && shown.kind === 'box' && (
        <Handles
          area={shown}
          mustFix={item.mustFix === true}
          image={image}
          onResize={(area) => {
            const to: Place = { kind: 'box', ...area };
            if (current !== null) adjust(to);
            else moving.value = to;
          }}
          onEnd={() => {
            if (current === null && moving.value !== null) save(moving.value);
          }}
        />
      )}
      {chosen && current === null && moving.value === null && (
        <MarkBar item={item} place={shown} onAdjust={() => adjust(item.place)} />
      )}
      {current !== null && (
        <AdjustPanel
          what={item.what}
          place={current}
          shot={shot}
          scale={scale}
          onChange={adjust}
          onDone={done}
          onCancel={cancel}
        />
      )}
    </>
  );
}
