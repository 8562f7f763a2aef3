import { useSignal } from '@preact/signals';
import { ReviewRow } from './review-row.tsx';
import { fits } from './search.ts';
import { workspace } from './strings.ts';
import { focusSoon, useWorkspace } from './use-workspace.ts';

const words = workspace.list;

function Filters() {
  const { store, search } = useWorkspace();
  const typed = useSignal(store.reference.value);
  const known = new Set((store.reviews.value ?? []).flatMap(({ reference }) => reference ?? []));
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        store.filter(typed.value.trim());
      }}
    >
      <div class="stack">
        <label class="label" for="search">
          {words.search}
        </label>
        <input
          id="search"
          type="search"
          dir="auto"
          placeholder={words.searchPlaceholder}
          value={search.value}
          onInput={(event) => {
            search.value = event.currentTarget.value;
          }}
        />
      </div>
      <div class="stack">
        <label class="label" for="reference">
          {words.reference}
        </label>
        <div class="with-button">
          <input
            id="reference"
            type="text"
            dir="auto"
            maxLength={200}
            list="references"
            autocomplete="off"
            placeholder={words.referencePlaceholder}
            value={typed.value}
            onInput={(event) => {
              typed.value = event.currentTarget.value;
              if (typed.value === '') store.filter('');
            }}
          />
          <datalist id="references">
            {[...known].map((reference) => (
              <option key={reference} value={reference} />
            ))}
          </datalist>
          <button type="submit" class="button">
            {words.apply}
          </button>
        </div>
      </div>
    </form>
  );
}

function Nothing({ searched }: { searched: number }) {
  const { store, search } = useWorkspace();
  if (searched > 0) {
    return (
      <div class="nothing">
        <p>{words.none(searched)}</p>
        <button
          type="button"
          class="button"
          onClick={() => {
            search.value = '';
            focusSoon('search');
          }}
        >
          {words.clear}
        </button>
      </div>
    );
  }
  if (store.reference.value !== '') return <p class="nothing">{words.noneReference}</p>;
  return (
    <div class="nothing">
      <p>
        <strong>{words.empty}</strong> {words.emptyDo}
      </p>
      <a class="button button-accent" href="/">
        {words.emptyGo}
      </a>
    </div>
  );
}

export function ReviewList() {
  const { store, search } = useWorkspace();
  const loading = useSignal(false);
  const all = store.reviews.value ?? [];
  const shown = search.value.trim() === '' ? all : all.filter((review) => fits(review, search.value));
  const more = async () => {
    loading.value = true;
    const last = all.at(-1)?.id;
    await store.more();
    loading.value = false;
    const next = (store.reviews.value ?? []).find(({ id }) => last !== undefined && id < last);
    if (next !== undefined) focusSoon(`row-${next.id}`);
  };
  return (
    <section class="reviews" aria-labelledby="reviews">
      <h2 id="reviews" tabIndex={-1}>
        {words.title}
      </h2>
      <Filters />
      <p class="visually-hidden" role="status">
        {words.shown(shown.length)}
      </p>
      {shown.length === 0 ? (
        <Nothing searched={all.length} />
      ) : (
        <ul class="review-rows">
          {shown.map((review) => (
            <ReviewRow key={review.id} review={review} />
          ))}
        </ul>
      )}
      {store.cursor.value !== null && (
        <div>
          <button type="button" class="button button-large" aria-disabled={loading.value} onClick={() => void more()}>
            {loading.value ? words.loading : words.more}
          </button>
        </div>
      )}
    </section>
  );
}
