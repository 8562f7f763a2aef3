import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { whenIdle } from '../review/idle.ts';
import { useDesk } from '../review/use-desk.ts';

/** The dialogs come after the first picture, and by themselves: they open without a network too. */
export function DialogSlot() {
  const { screen } = useDesk();
  const loaded = useSignal<FunctionComponent | null>(null);
  const open = screen.dialog.value !== null;
  useEffect(() => {
    if (loaded.value !== null) return;
    const load = () =>
      void import('./dialogs.tsx').then(
        ({ Dialogs }) => {
          loaded.value = Dialogs;
        },
        // Without a network it is asked for again when a dialog is to open.
        () => undefined,
      );
    if (open) load();
    else whenIdle(load);
  }, [open, loaded]);
  const Dialogs = loaded.value;
  return Dialogs === null ? null : <Dialogs />;
}
