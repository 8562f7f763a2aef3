import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import type { Stroke } from '../../contract/strokes.ts';
import { MAX_STROKES } from '../../contract/strokes.ts';
import type { Draft } from '../marking/drafts.ts';
import { useReview } from '../review/use-review.ts';
import type { Screenshot } from '../shared/types.ts';
import { ArrowEnds } from './arrow-ends.tsx';
import { DrawSurface } from './draw-surface.tsx';
import { drawing as words } from './strings.ts';
import { Strokes } from './strokes.tsx';

interface Props {
  draft: Draft;
  shot: Screenshot;
  image: RefObject<HTMLDivElement | null>;
}

/** Draws the strokes of a draft, and takes further ones while a drawing tool is on. */
export function DraftStrokes({ draft, shot, image }: Props) {
  const controller = useReview();
  const { composing, marking } = controller.ui;
  const preview = useSignal<Stroke | null>(null);
  const { place, strokes } = draft;
  if (place.kind !== 'box') return null;
  const tool = composing.value === draft.key ? marking.drawing.value : null;
  const change = (to: Stroke[]) => controller.changeDraft({ ...draft, strokes: to });
  const add = (stroke: Stroke) => {
    if (strokes.length >= MAX_STROKES) controller.announce(words.full);
    else change([...strokes, stroke]);
  };
  const shown = preview.value === null ? strokes : [...strokes, preview.value];
  return (
    <>
      {shown.length > 0 && <Strokes strokes={shown} box={place} shot={shot} status="draft" mustFix={draft.must_fix} />}
      {tool !== null && (
        <DrawSurface
          kind={tool.kind}
          box={place}
          image={image}
          onPreview={(stroke) => (preview.value = stroke)}
          onDrawn={add}
        />
      )}
      {tool?.kind === 'arrow' &&
        strokes.map((stroke, index) =>
          stroke.kind !== 'arrow' ? null : (
            <ArrowEnds
              key={index}
              arrow={stroke}
              number={strokes.slice(0, index + 1).filter(({ kind }) => kind === 'arrow').length}
              isKeyed={tool.keyed === index}
              mustFix={draft.must_fix}
              box={place}
              shot={shot}
              image={image}
              onChange={(to) => change(strokes.map((each) => (each === stroke ? to : each)))}
              onRemove={() => {
                change(strokes.filter((each) => each !== stroke));
                controller.announce(words.undone);
              }}
            />
          ),
        )}
    </>
  );
}
