import { useEffect } from 'preact/hooks';
import { useReview } from '../review/use-review.ts';
import { coarsePointer } from '../shared/device.ts';
import { Icon } from '../shared/icons.tsx';
import type { Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import type { Draft } from './drafts.ts';
import { elementName, useElements } from './element-hits.ts';
import { hasElements } from './element-source.ts';
import { elementOf, sameArea, step, type Walk, walkOf } from './elements.ts';
import { areaOf, roundPlace } from './geometry.ts';
import { PlaceFields } from './marking-later.ts';
import { toPixels } from './pixels.ts';

const words = strings.place;

/** Returns the name of the draft's element, and functions to select the enclosing element and back. */
export function useDraftElement(draft: Draft, shot: Screenshot | undefined) {
  const controller = useReview();
  const { marking } = controller.ui;
  const map = useElements(marking, shot, true);
  const taken = marking.taken.value;
  const area = areaOf(draft.place);
  if (map === null || shot === undefined) return { name: null, wider: null, narrower: null };
  const known = taken?.key === draft.key ? map[elementOf(taken.walk) ?? -1] : undefined;
  const walk =
    known !== undefined && taken !== null && sameArea(known.area, area, shot) ? taken.walk : walkOf(map, area, shot);
  const element = map[elementOf(walk) ?? -1];
  const go = (to: Walk | null) => {
    const next = map[elementOf(to) ?? -1];
    if (to === null || next === undefined) return null;
    return () => {
      marking.taken.value = { key: draft.key, walk: to };
      controller.changeDraft({ ...draft, place: roundPlace({ kind: 'box', ...next.area }) });
      controller.announce(elementName(next));
    };
  };
  return {
    name: element === undefined ? null : elementName(element),
    wider: walk === null ? null : go(step(walk, 1)),
    narrower: walk === null ? null : go(step(walk, -1)),
  };
}

interface Props {
  draft: Draft;
  shot: Screenshot | undefined;
  /** What is known of the mark's element where the screenshot has no elements. */
  otherwise?: string | null;
}

/** Names what is marked; opens what changes it: the element around or inside it, and its place and size in numbers. */
export function ComposerPlace({ draft, shot, otherwise = null }: Props) {
  const controller = useReview();
  const { marking } = controller.ui;
  const { name, wider, narrower } = useDraftElement(draft, shot);
  const placing = marking.placing.value;
  useEffect(
    () => () => {
      marking.placing.value = false;
    },
    [marking, draft.key],
  );
  const on = name ?? otherwise ?? (shot === undefined ? null : words.at(toPixels(draft.place, shot)));
  const button = (label: string, keys: string, icon: 'wider' | 'narrower', act: (() => void) | null) => (
    <button
      type="button"
      class="tool tool-text"
      title={`${label} (${keys})`}
      aria-disabled={act === null}
      onClick={() => act?.()}
    >
      <Icon name={icon} /> {label}
    </button>
  );
  return (
    <div class="composer-place">
      <button
        type="button"
        class="composer-on"
        aria-expanded={placing}
        aria-label={`${words.title}: ${on ?? ''}`}
        title={words.title}
        onClick={() => (marking.placing.value = !placing)}
      >
        <span dir="auto">{on}</span> <Icon name={placing ? 'up' : 'down'} />
      </button>
      {placing && shot !== undefined && (
        <>
          {hasElements(shot) && (
            <p class="composer-element">
              {button(words.narrower, 'Alt ↓', 'narrower', narrower)}
              {button(words.wider, 'Alt ↑', 'wider', wider)}
            </p>
          )}
          <PlaceFields
            place={draft.place}
            shot={shot}
            onChange={(place) => controller.changeDraft({ ...draft, place: roundPlace(place) })}
          />
          <p class="quiet">{words.how(coarsePointer())}</p>
        </>
      )}
    </div>
  );
}
