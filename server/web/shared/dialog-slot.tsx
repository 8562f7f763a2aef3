import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { useReview } from '../review/use-review.ts';
import { whenIdle } from './idle.ts';

/** Loads the dialogs after the first screenshot, so that they open offline too. */
export function DialogSlot() {
  const { ui } = useReview();
  const loaded = useSignal<FunctionComponent | null>(null);
  const open = ui.dialog.value !== null;
  useEffect(() => {
    if (loaded.value !== null) return;
    const load = () =>
      void import('../decide/dialogs.tsx').then(
        ({ Dialogs }) => {
          loaded.value = Dialogs;
        },
        // Offline, they load when a dialog opens.
        () => undefined,
      );
    if (open) load();
    else whenIdle(load);
  }, [open, loaded]);
  const Dialogs = loaded.value;
  return Dialogs === null ? null : <Dialogs />;
}
