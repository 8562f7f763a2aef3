import { HelpDialog } from '../review/help-dialog.tsx';
import { guestShortcuts, shortcuts } from '../review/shortcuts.ts';
import { useReview } from '../review/use-review.ts';
import { DecisionDialog } from './decision-dialog.tsx';

export function Dialogs() {
  const { ui, guest } = useReview();
  const dialog = ui.dialog.value;
  if (dialog === null) return null;
  return dialog.kind === 'decide' ? (
    <DecisionDialog outcome={dialog.outcome} />
  ) : (
    <HelpDialog rows={guest === null ? shortcuts : guestShortcuts} />
  );
}
