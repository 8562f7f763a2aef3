import { strings } from '../strings.ts';
import { ownAddress } from './derive.ts';
import { notesOf } from './notes.ts';
import { SignedIn } from './reviewer-later.ts';
import { useReview } from './use-review.ts';
import { reviewNotices } from './words.ts';

/** Shows what the person must know first. Later notes float: see `Notes`. */
export function Banners() {
  const controller = useReview();
  const view = controller.view();
  const { newest } = view;
  const { guest } = controller;
  const waiting = guest?.waiting.value ?? 0;
  const { settled } = notesOf(view, controller.updates.first, controller.store.trouble.value);
  return (
    <div class="banners" role="status">
      {guest === null ? <SignedIn /> : <guest.parts.Introduction />}
      {reviewNotices(view.review.screenshots).map((notice) => (
        <p class="banner" key={notice}>
          {notice}
        </p>
      ))}
      {settled.map(({ kind, text, warns }) => (
        <p class="banner" key={kind} data-kind={kind} data-warns={warns}>
          {text} {kind === 'newer' && waiting > 0 && strings.live.newer.waiting(waiting)}{' '}
          {kind === 'newer' && newest !== null && (
            <a class="button button-small" href={ownAddress(newest.review_url)} onClick={controller.carryView}>
              {strings.banner.open(newest.pass)}
            </a>
          )}
        </p>
      ))}
    </div>
  );
}
