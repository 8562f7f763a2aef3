import { pullRequestOf } from '../../contract/reference.ts';
import type { ReviewSummary } from '../../contract/review.ts';
import { ownAddress } from '../review/derive.ts';
import { Button } from '../shared/button.tsx';
import { CopyButton } from '../shared/copy-button.tsx';
import { Icon } from '../shared/icons.tsx';
import { When } from '../shared/when.tsx';
import { nextSentence } from './next.ts';
import { ReviewState } from './status.tsx';
import { workspace } from './strings.ts';
import { useWorkspace } from './use-workspace.ts';

const words = workspace.list;

function Facts({ review }: { review: ReviewSummary }) {
  const { reference, outstanding_marks: outstanding, marks_awaiting_verification: awaiting } = review;
  // Passes share their marks. They can be fixed and verified in the newest.
  const isNewest = review.next_action.action !== 'see_latest_pass';
  const number = pullRequestOf(reference);
  const over = Date.parse(review.expires_at) <= Date.now();
  return (
    <ul class="row-facts">
      <li>{words.pass(review.pass)}</li>
      {reference !== null && (
        <li class="row-reference">
          <bdi>{number === null ? reference : words.pullRequest(number)}</bdi>
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

/** Has a fixed size, so that nothing moves. A click on it is one on the title. */
const Thumbnail = ({ url }: { url: string | null }) => (
  <div class="row-thumbnail">
    {url !== null && <img src={ownAddress(url)} alt="" width="96" height="72" loading="lazy" decoding="async" />}
  </div>
);

function Links({ review }: { review: ReviewSummary }) {
  const { store, notice } = useWorkspace();
  const guestLink = async () => {
    try {
      return (await store.client.call('get_review', { id: review.id })).guest_share_url;
    } catch {
      notice.value = { text: words.guestFailed, error: true };
      return null;
    }
  };
  return (
    <div class="row-links">
      <CopyButton
        what={words.linkOf(review.title)}
        name={`${words.link}: ${review.title}`}
        label={words.link}
        text={review.review_url}
      />
      <CopyButton
        what={words.guestOf(review.title)}
        name={`${words.guest}: ${review.title}`}
        label={words.guest}
        text={guestLink}
      />
      <a class="button button-small" href={ownAddress(review.review_url)} aria-label={words.openOf(review.title)}>
        {words.open}
      </a>
    </div>
  );
}

export function ReviewRow({ review }: { review: ReviewSummary }) {
  const { store, choose } = useWorkspace();
  const chosen = store.chosen.value === review.id;
  const passes = store.passes.value;
  const isExpanded = store.expanded.value === review.id || passes?.some(({ id }) => id === review.id) === true;
  return (
    <li class="review-row" data-chosen={chosen}>
      <Thumbnail url={review.thumbnail_url} />
      <div class="row-main">
        <div class="row-head">
          <h3>
            <button
              type="button"
              id={`row-${review.id}`}
              class="row-title"
              dir="auto"
              aria-current={chosen ? 'true' : undefined}
              onClick={() => choose(review.id)}
            >
              {review.title}
            </button>
          </h3>
          <ReviewState status={review.status} />
        </div>
        <Facts review={review} />
        <p class="quiet row-next">{nextSentence(review)}</p>
      </div>
      <div class="row-foot">
        <Links review={review} />
        {review.pass > 1 && (
          <Button
            class="button-small button-quiet row-earlier"
            aria-expanded={isExpanded}
            aria-label={words.earlierOf(review.title)}
            onClick={() => store.expand(isExpanded ? null : review.id)}
          >
            <Icon name="right" /> {words.earlier}
          </Button>
        )}
        {isExpanded && <EarlierPasses of={review} passes={passes} />}
      </div>
    </li>
  );
}

/** Lists the passes before the one of a row, newest first. `passes`: all of its chain; null until they are read */
function EarlierPasses({ of, passes }: { of: ReviewSummary; passes: readonly ReviewSummary[] | null }) {
  const { store, choose } = useWorkspace();
  if (passes === null) return <p class="quiet">{words.loading}</p>;
  const earlier = passes.filter(({ id }) => id < of.id);
  if (earlier.length === 0) return <p class="quiet">{words.noEarlier}</p>;
  return (
    <ul class="earlier" aria-label={words.earlierOf(of.title)}>
      {earlier.map((pass) => (
        <li key={pass.id} class="earlier-pass" data-chosen={store.chosen.value === pass.id}>
          <button
            type="button"
            id={`row-${pass.id}`}
            class="row-title"
            dir="auto"
            aria-current={store.chosen.value === pass.id ? 'true' : undefined}
            onClick={() => choose(pass.id)}
          >
            {pass.title === of.title ? words.passOf(pass.pass) : words.passNamed(pass.pass, pass.title)}
          </button>
          <span class="quiet">
            <When at={pass.created_at} />
          </span>
          <ReviewState status={pass.status} />
        </li>
      ))}
    </ul>
  );
}
