import type { ReviewSummary } from '../../contract/review.ts';
import { ownAddress } from '../review/derive.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import { When } from '../shared/when.tsx';
import { nextSentence } from './next.ts';
import { ReviewState } from './status.tsx';
import { workspace } from './strings.ts';
import { focusSoon, useWorkspace } from './use-workspace.ts';

const words = workspace.list;

function Facts({ review }: { review: ReviewSummary }) {
  const { reference, outstanding_marks: outstanding, marks_awaiting_verification: awaiting } = review;
  // Passes share their marks. They can be fixed and verified in the newest.
  const isNewest = review.next_action.action !== 'see_latest_pass';
  const over = Date.parse(review.expires_at) <= Date.now();
  return (
    <ul class="row-facts">
      <li>{words.pass(review.pass)}</li>
      {reference !== null && (
        <li class="row-reference">
          <bdi>{reference}</bdi>
        </li>
      )}
      {isNewest && outstanding > 0 && <li class="row-count">{words.outstanding(outstanding)}</li>}
      {isNewest && awaiting > 0 && <li class="row-count">{words.verify(awaiting)}</li>}
      <li>
        {over ? words.expired : words.expires} <When at={review.expires_at} />
      </li>
    </ul>
  );
}

export function ReviewRow({ review }: { review: ReviewSummary }) {
  const { store, notice } = useWorkspace();
  const chosen = store.chosen.value === review.id;
  const guestLink = async () => {
    try {
      return (await store.client.call('get_review', { id: review.id })).guest_share_url;
    } catch {
      notice.value = { text: words.guestFailed, error: true };
      return null;
    }
  };
  return (
    <li class="review-row" data-chosen={chosen}>
      <div class="row-head">
        <h3>
          <button
            type="button"
            id={`row-${review.id}`}
            class="row-title"
            dir="auto"
            aria-current={chosen ? 'true' : undefined}
            onClick={() => {
              location.hash = review.id;
              store.choose(review.id);
              focusSoon('detail');
            }}
          >
            {review.title}
          </button>
        </h3>
        <ReviewState status={review.status} />
      </div>
      <Facts review={review} />
      <div class="row-foot">
        <p class="quiet">{nextSentence(review)}</p>
        <div class="row-links">
          <CopyButton what={words.guestOf(review.title)} label={words.guest} text={guestLink} />
          <a class="button button-small" href={ownAddress(review.review_url)} aria-label={words.openOf(review.title)}>
            {words.open}
          </a>
        </div>
      </div>
    </li>
  );
}
