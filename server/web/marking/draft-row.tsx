import { trimText } from '../../contract/trim-text.ts';
import { useReview } from '../review/use-review.ts';
import { Button } from '../shared/button.tsx';
import { Icon } from '../shared/icons.tsx';
import { strings } from '../strings.ts';
import type { Draft } from './drafts.ts';

const words = strings.composer;

export function DraftRow({ draft }: { draft: Draft }) {
  const controller = useReview();
  if (controller.ui.composing.value === draft.key) return null;
  return (
    <li class="row" data-status="draft">
      <div class="row-main">
        <span class="badge" data-status="draft" aria-hidden="true">
          <Icon name="pen" />
        </span>
        <span class="row-text">
          <span class="body" dir="auto">
            {trimText(draft.body) || words.noWords}
          </span>
          <span class="facts-line">
            {controller.waits(draft.key) ? strings.live.outbox.kept : (draft.problem ?? words.draft)}
          </span>
        </span>
      </div>
      <div class="row-actions">
        <Button class="button-small" onClick={() => controller.openDraft(draft)}>
          {words.resume}
        </Button>
        <Button class="button-small button-quiet" onClick={() => controller.discardDraft(draft.key)}>
          {words.discard}
        </Button>
      </div>
    </li>
  );
}
