import { useComputed } from '@preact/signals';
import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import type { Review } from '../../contract/review.ts';
import { Button } from '../shared/button.tsx';
import { CopyButton } from '../shared/copy-button.tsx';
import { home } from './strings.ts';
import { useHome } from './use-home.ts';
import { type Making, watchReview } from './watch.ts';

const words = home.made;

function LinkField({ label, help, url }: { label: string; help: string; url: string }) {
  const id = useId();
  return (
    <div class="stack">
      <label class="label" for={id}>
        {label}
      </label>
      <div class="with-button">
        <input
          id={id}
          class="mono"
          type="text"
          readOnly
          dir="ltr"
          value={url}
          aria-describedby={`${id}-help`}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton what={label} text={url} small={false} />
      </div>
      <p class="quiet" id={`${id}-help`}>
        {help}
      </p>
    </div>
  );
}

function Problems({ making }: { making: Making }) {
  return (
    <ul class={making.status === 'failed' ? 'error' : 'warning'}>
      {making.problems.map(({ label, message }) => (
        <li key={label} dir="auto">
          {label}: {message}
        </li>
      ))}
    </ul>
  );
}

function State({ review, making }: { review: Review; making: Making }) {
  const waited = review.status === 'preparing';
  if (making.status !== 'preparing') {
    return (
      <p class="state-line" data-waited={waited}>
        {words.shots(making.done)}
      </p>
    );
  }
  return (
    <div class="state-line" data-waited={waited}>
      <p class="progress-line">
        <progress aria-label={words.preparing[review.source]} max={Math.max(making.of, 1)} value={making.done} />
        <span>{making.of === 0 ? '' : words.progress(making.done, making.of)}</span>
      </p>
      <p class="quiet">{making.reached ? words.wait : words.still}</p>
    </div>
  );
}

/** Shows the created review: its links at once, the progress of its screenshots, or why there are none. */
export function Made({ review }: { review: Review }) {
  const { draft, trial } = useHome();
  const heading = useRef<HTMLHeadingElement>(null);
  const watched = useMemo(() => watchReview(review), [review.id]);
  const status = useComputed(() => watched.making.value.status).value;
  const making = watched.making.value;
  useEffect(() => watched.stop, [watched]);
  useEffect(() => heading.current?.focus(), []);
  const failed = status === 'failed';
  const title = failed ? words.failed : status === 'preparing' ? words.preparing[review.source] : words.ready;
  const back = () => {
    trial.back();
    setTimeout(() => document.getElementById('source')?.focus());
  };
  return (
    <div class="made">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p class="visually-hidden" role="status">
        {status === 'preparing' ? '' : title}
      </p>
      {failed ? (
        <>
          <Problems making={making} />
          <p>{words.returned}</p>
          <div>
            <Button class="button-large button-accent" onClick={back}>
              {words.back}
            </Button>
          </div>
        </>
      ) : (
        <>
          <State review={review} making={making} />
          {making.problems.length > 0 && <Problems making={making} />}
          <div class="go">
            <a class="button button-large button-accent" href={new URL(review.review_url).pathname}>
              {words.go}
            </a>
            <Button
              class="button-large button-quiet"
              onClick={() => {
                draft.clear();
                back();
              }}
            >
              {words.another}
            </Button>
          </div>
          <LinkField label={words.review} help={words.reviewHelp} url={review.review_url} />
          <LinkField label={words.guest} help={words.guestHelp} url={review.guest_share_url} />
          <p>
            <a class="alone" href="/workspace">
              {words.all}
            </a>
          </p>
        </>
      )}
    </div>
  );
}
