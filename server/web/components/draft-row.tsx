import type { Draft } from '../review/drafts.ts';
import { useStage } from '../review/stage-desk.ts';
import { strings } from '../strings.ts';
import { Icon } from './icons.tsx';

const words = strings.composer;

/** Words kept on the device that were not saved. */
export function DraftRow({ draft }: { draft: Draft }) {
  const desk = useStage();
  if (desk.screen.composing.value === draft.key) return null;
  return (
    <li class="row" data-status="draft">
      <div class="row-main">
        <span class="badge" data-status="draft" aria-hidden="true">
          <Icon name="pen" />
        </span>
        <span class="row-text">
          <span class="body" dir="auto">
            {draft.body}
          </span>
          <span class="facts-line">
            {desk.waits?.(draft.key) ? strings.live.outbox.kept : (draft.problem ?? words.draft)}
          </span>
        </span>
      </div>
      <div class="row-actions">
        <button type="button" class="button button-small" onClick={() => desk.openDraft(draft)}>
          {words.resume}
        </button>
        <button type="button" class="button button-small button-quiet" onClick={() => desk.discardDraft(draft.key)}>
          {words.discard}
        </button>
      </div>
    </li>
  );
}
