import { useSignal } from '@preact/signals';
import type { ReviewSummary } from '../../contract/review.ts';
import type { Billing } from '../../contract/workspace.ts';
import { When } from '../shared/when.tsx';
import { workspace } from './strings.ts';
import { focusSoon, useWorkspace } from './use-workspace.ts';

const words = workspace.credits;

/** Finds a review with a paused webhook, which only reading reviews reveals. */
function PausedNote({ count }: { count: number }) {
  const { store, notice } = useWorkspace();
  const searching = useSignal(false);
  const isPaused = async ({ id }: ReviewSummary) => {
    const review = await store.client.call('get_review', { id }).catch((): null => null);
    return review?.webhook?.paused === true;
  };
  const find = async () => {
    if (searching.value) return;
    searching.value = true;
    const decided = (store.reviews.value ?? []).filter(({ decided_at }) => decided_at !== null);
    let found: ReviewSummary | undefined;
    for (const review of decided) {
      if (!(await isPaused(review))) continue;
      found = review;
      break;
    }
    searching.value = false;
    if (found === undefined) {
      notice.value = { text: workspace.paused.notFound, error: true };
      return;
    }
    location.hash = found.id;
    store.choose(found.id);
    focusSoon('detail');
  };
  return (
    <p class="warning paused-note">
      <span>{workspace.paused.some(count)}</span>
      <button type="button" class="button button-small" aria-disabled={searching.value} onClick={() => void find()}>
        {searching.value ? workspace.paused.searching : workspace.paused.show}
      </button>
    </p>
  );
}

export function Credits({ billing }: { billing: Billing }) {
  const { left, allowance, refills_at } = billing.credits;
  const { images, capture, pdf, html } = billing.costs;
  return (
    <section class="credits" aria-labelledby="credits">
      <h2 id="credits" class="visually-hidden">
        {words.title}
      </h2>
      {left === null || allowance === null ? (
        <p>{words.unlimited}</p>
      ) : (
        <p class="credits-line">
          <progress max={Math.max(allowance, 1)} value={left} aria-label={words.left(left, allowance)} />
          <strong>{words.left(left, allowance)}</strong>
          <span class="quiet">
            {words.refill} <When at={refills_at} />. {words.costs(images, capture, pdf, html)}.
          </span>
        </p>
      )}
      {left === 0 && <p class="warning">{words.none}</p>}
      {billing.webhooks_paused > 0 && <PausedNote count={billing.webhooks_paused} />}
    </section>
  );
}
