import { conflictOf } from '../review/conflict.ts';
import type { Draft } from '../review/drafts.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';

const words = strings.live;

/** Where words of an older pass were written. */
function Origin({ draft }: { draft: Draft }) {
  if (draft.from === undefined) return null;
  const { pass, label, found } = draft.from;
  const text =
    label === null
      ? words.origin.unknown(pass)
      : found
        ? words.origin.found(pass, label)
        : words.origin.elsewhere(pass, label);
  return <p class="composer-note">{text}</p>;
}

/** What others did to the mark that is being changed, beside the words typed here. */
function Conflict({ draft }: { draft: Draft }) {
  const desk = useDesk();
  const conflict = conflictOf(draft, desk.view().review.marks);
  if (conflict === null) return null;
  if (conflict.kind !== 'changed') {
    return (
      <div class="composer-note" role="alert">
        <p>{words.conflict[conflict.kind]}</p>
        <button type="button" class="button button-small" onClick={() => desk.pinAnew(draft)}>
          {words.conflict.anew}
        </button>
      </div>
    );
  }
  const { body } = conflict.mark;
  return (
    <div class="composer-note" role="alert">
      <p dir="auto">{body === draft.base?.body ? words.conflict.place : words.conflict.changed(body)}</p>
      <button type="button" class="button button-small" onClick={() => void desk.keepMine(draft)}>
        {words.conflict.mine}
      </button>{' '}
      <button type="button" class="button button-small" onClick={() => desk.takeTheirs(draft)}>
        {words.conflict.theirs}
      </button>
    </div>
  );
}

/** What the person should know of the words before they go on with them. */
export function ComposerNotes({ draft }: { draft: Draft }) {
  return (
    <>
      <Origin draft={draft} />
      {draft.problem !== undefined && <p class="composer-note">{draft.problem}</p>}
      <Conflict draft={draft} />
    </>
  );
}
