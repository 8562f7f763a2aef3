import { useSignal } from '@preact/signals';
import type { Printout } from '../../contract/printout.ts';
import { savePdf } from '../printing/save-pdf.ts';
import { printing as words } from '../printing/strings.ts';
import { Button } from '../shared/button.tsx';
import { type Detail, sentenceOf } from './store.ts';
import { useWorkspace } from './use-workspace.ts';

export function SavePdf({ detail: { review } }: { detail: Detail }) {
  const { store, notice } = useWorkspace();
  const state = useSignal<Pick<Printout, 'done' | 'total'> | null>(null);
  const { id, screenshots } = review;
  if (screenshots.length === 0) return null;
  const save = async () => {
    if (state.value !== null) return;
    state.value = { done: 0, total: screenshots.length };
    const ask = (printoutId: string | undefined) =>
      store.client.call('print_review', printoutId === undefined ? { id } : { id, printout_id: printoutId });
    try {
      const problem = await savePdf(ask, (printout) => {
        state.value = printout;
      });
      notice.value = { text: problem ?? words.saved, error: problem !== null };
    } catch (cause) {
      notice.value = { text: sentenceOf(cause), error: true };
    }
    state.value = null;
  };
  return (
    <Button aria-disabled={state.value !== null} onClick={() => void save()}>
      {state.value === null ? words.pdf : words.making(state.value.done, state.value.total)}
    </Button>
  );
}
