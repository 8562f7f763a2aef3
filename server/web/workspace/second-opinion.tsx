import { useSignal } from '@preact/signals';
import type { Review } from '../../contract/review.ts';
import { Button } from '../shared/button.tsx';
import { checklist } from './checklist-strings.ts';
import type { Detail } from './store.ts';
import { focusSoon, useWorkspace } from './use-workspace.ts';

const words = checklist.opinion;

/** Describes the progress or result of a second opinion. */
function resultOf({ second_opinion: opinion, findings }: Review): string {
  if (opinion === null) return '';
  const { waiting, done, failed, problems } = opinion;
  if (waiting > 0) return words.looking(done + failed, waiting + done + failed);
  const found = findings.filter(({ source }) => source === 'second_opinion').length;
  const why = problems.length > 0 ? problems : failed > 0 ? [words.failed(failed)] : [];
  return [...(done > 0 ? [words.found(done, found)] : []), ...why].join(' ');
}

export function SecondOpinion({ detail: { review } }: { detail: Detail }) {
  const { store, notice } = useWorkspace();
  const asking = useSignal(false);
  const { second_opinion: opinion } = review;
  if (review.status !== 'open' && opinion === null) return null;
  const busy = asking.value || (opinion?.waiting ?? 0) > 0;
  const ask = async () => {
    if (busy) return;
    asking.value = true;
    const refused = await store.change((client) => client.call('second_opinion', { id: review.id }));
    asking.value = false;
    if (refused !== null) notice.value = { text: refused, error: true };
    focusSoon('opinion');
  };
  return (
    <section aria-labelledby="opinion">
      <h3 id="opinion" tabIndex={-1}>
        {words.title}
      </h3>
      {opinion === null && <p class="quiet">{words.lead}</p>}
      <p role="status" class={opinion === null ? 'visually-hidden' : ''} dir="auto">
        {resultOf(review)}
      </p>
      {review.status === 'open' && (
        <div>
          <Button aria-disabled={busy} onClick={() => void ask()}>
            {asking.value ? words.asking : opinion === null ? words.ask : words.again}
          </Button>
        </div>
      )}
    </section>
  );
}
