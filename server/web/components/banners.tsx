import { comingOf, ownAddress } from '../review/derive.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';

/** One quiet line for what the person must know before anything else. */
export function Banners() {
  const { store, view: read } = useDesk();
  const view = read();
  const { review, newest } = view;
  const trouble = store.trouble.value;
  const making = comingOf(view) > 0 && review.screenshots.length > 0;
  const reason = review.decision === null ? view.read_only_reason : null;
  return (
    <div class="banners" role="status">
      {newest !== null && (
        <p class="banner banner-go">
          {strings.banner.newer(newest.pass)}{' '}
          <a class="button button-small" href={ownAddress(newest.review_url)}>
            {strings.banner.open(newest.pass)}
          </a>
        </p>
      )}
      {newest === null && reason !== null && !making && <p class="banner">{reason}</p>}
      {making && (
        <p class="banner">
          {strings.banner.preparing(
            strings.preparing.title[review.source],
            strings.preparing.progress(review.screenshots.length, view.expected_shots, review.source),
          )}
        </p>
      )}
      {review.webhook?.paused === true && <p class="banner">{strings.banner.paused}</p>}
      {trouble !== null && (
        <p class="banner banner-warn">{trouble.kind === 'gone' ? strings.banner.gone : strings.banner.offline}</p>
      )}
    </div>
  );
}
