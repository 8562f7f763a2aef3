import { useSignal } from '@preact/signals';
import { Button } from '../shared/button.tsx';
import { Filters } from './filters.tsx';
import { ReviewRow } from './review-row.tsx';
import { noFilter } from './store.ts';
import { workspace } from './strings.ts';
import { focusSoon, useWorkspace } from './use-workspace.ts';

const words = workspace.list;

function Nothing() {
  const { store } = useWorkspace();
  const { search, state } = store.shownFilter.value;
  if (search !== '' || state !== 'all') {
    return (
      <div class="nothing">
        <p>{words.none}</p>
        <Button
          onClick={() => {
            store.narrow(noFilter);
            focusSoon('search');
          }}
        >
          {words.clear}
        </Button>
      </div>
    );
  }
  return (
    <p class="nothing">
      <strong>{words.empty}</strong> {words.emptyDo}
    </p>
  );
}

export function ReviewList() {
  const { store } = useWorkspace();
  const loading = useSignal(false);
  const shown = store.reviews.value ?? [];
  const isStale = store.shownFilter.value !== store.filter.value;
  const more = async () => {
    loading.value = true;
    const last = shown.at(-1)?.id;
    await store.more();
    loading.value = false;
    const next = (store.reviews.value ?? []).find(({ id }) => last !== undefined && id < last);
    if (next !== undefined) focusSoon(`row-${next.id}`);
  };
  return (
    <section class="reviews" aria-labelledby="reviews" aria-busy={isStale}>
      <header class="reviews-head">
        <h2 id="reviews" tabIndex={-1}>
          {words.title}
        </h2>
        <a class="button button-accent" href="/#try">
          {words.create}
        </a>
      </header>
      <Filters />
      <p class="visually-hidden" role="status">
        {isStale ? '' : words.shown(shown.length)}
      </p>
      {shown.length === 0 ? (
        <Nothing />
      ) : (
        <ul class="review-rows">
          {shown.map((review) => (
            <ReviewRow key={review.id} review={review} />
          ))}
        </ul>
      )}
      {store.cursor.value !== null && (
        <div>
          <Button class="button-large" aria-disabled={loading.value} onClick={() => void more()}>
            {loading.value ? words.loading : words.more}
          </Button>
        </div>
      )}
    </section>
  );
}
