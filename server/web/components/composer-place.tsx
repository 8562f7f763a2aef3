import { useEffect } from 'preact/hooks';
import { hasElements } from '../mark/element-source.ts';
import { elementOf, sameArea, step, type Walk, walkOf } from '../mark/elements.ts';
import { areaOf, roundPlace } from '../mark/geometry.ts';
import { toPixels } from '../mark/pixels.ts';
import type { Draft } from '../review/drafts.ts';
import { useStage } from '../review/stage-desk.ts';
import type { Screenshot } from '../review/types.ts';
import { strings } from '../strings.ts';
import { elementName, useElements } from './element-hits.ts';
import { Icon } from './icons.tsx';
import { PlaceFields } from './marking-later.ts';

const words = strings.place;

/** What the draft sits on, as far as the shot tells, and the ways to what is around it and back. */
export function useDraftElement(draft: Draft, shot: Screenshot | undefined) {
  const desk = useStage();
  const { marking } = desk.screen;
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
      desk.changeDraft({ ...draft, place: roundPlace({ kind: 'box', ...next.area }) });
      desk.announce(elementName(next));
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
  /** What is known of the mark's element where the shot itself tells nothing. */
  otherwise?: string | null;
}

/** The line of the composer about the place: the element, wider and narrower, and place and size by number. */
export function ComposerPlace({ draft, shot, otherwise = null }: Props) {
  const desk = useStage();
  const { marking } = desk.screen;
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
      class="tool"
      aria-label={label}
      title={`${label} (${keys})`}
      aria-disabled={act === null}
      onClick={() => act?.()}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <>
      <div class="composer-place">
        <p class="composer-on" dir="auto">
          {on}
        </p>
        {hasElements(shot) && (
          <>
            {button(words.narrower, 'Alt ↓', 'narrower', narrower)}
            {button(words.wider, 'Alt ↑', 'wider', wider)}
          </>
        )}
        <button
          type="button"
          class="tool"
          aria-expanded={placing}
          aria-label={words.title}
          title={words.title}
          onClick={() => {
            marking.placing.value = !placing;
          }}
        >
          <Icon name="move" />
        </button>
      </div>
      {placing && shot !== undefined && (
        <>
          <PlaceFields
            place={draft.place}
            shot={shot}
            onChange={(place) => desk.changeDraft({ ...draft, place: roundPlace(place) })}
          />
          <p class="composer-on">{words.how}</p>
        </>
      )}
    </>
  );
}
