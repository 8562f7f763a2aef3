import { useReview } from '../review/use-review.ts';
import { Button } from '../shared/button.tsx';
import { strings } from '../strings.ts';
import { conflictOf } from './conflict.ts';
import type { Draft } from './drafts.ts';

const words = strings.live;

/** Shows what others did to the mark that is being edited. */
function Conflict({ draft }: { draft: Draft }) {
  const controller = useReview();
  const conflict = conflictOf(draft, controller.view().review.marks);
  if (conflict === null) return null;
  // A choice that is made while a save is under way would be lost.
  const disabled = controller.ui.saving.value;
  if (conflict.kind !== 'changed') {
    return (
      <div class="composer-note" role="alert">
        <p>{words.conflict[conflict.kind]}</p>
        <Button class="button-small" disabled={disabled} onClick={() => controller.reviewer?.makeNewMark(draft)}>
          {words.conflict.anew}
        </Button>
      </div>
    );
  }
  const { body } = conflict.mark;
  return (
    <div class="composer-note" role="alert">
      <p dir="auto">{body === draft.base?.body ? words.conflict.place : words.conflict.changed(body)}</p>
      <Button class="button-small" disabled={disabled} onClick={() => void controller.reviewer?.keepMine(draft)}>
        {words.conflict.mine}
      </Button>{' '}
      <Button class="button-small" disabled={disabled} onClick={() => controller.reviewer?.takeTheirs(draft)}>
        {words.conflict.theirs}
      </Button>
    </div>
  );
}

export function ComposerNotes({ draft }: { draft: Draft }) {
  return (
    <>
      {draft.from !== undefined && <p class="composer-note">{words.origin(draft.from)}</p>}
      {draft.problem !== undefined && <p class="composer-note">{draft.problem}</p>}
      <Conflict draft={draft} />
    </>
  );
}
