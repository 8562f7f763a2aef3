import { useDesk } from '../review/use-desk.ts';
import { shortcuts } from '../strings/shortcuts.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { HelpDialog } from './help-dialog.tsx';

/** The dialog that is open. */
export function Dialogs() {
  const dialog = useDesk().screen.dialog.value;
  if (dialog === null) return null;
  return dialog.kind === 'decide' ? <DecisionDialog outcome={dialog.outcome} /> : <HelpDialog rows={shortcuts} />;
}
