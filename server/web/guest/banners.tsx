import { comingOf, ownAddress } from '../review/derive.ts';
import { guest as words } from '../strings/guest.ts';
import { useGuest } from './desk.ts';
import { letterOf } from './kept.ts';
import type { GuestView } from './types.ts';
import { useNewest } from './use-newest.ts';

/** Why nothing can be suggested, in this page's words where it has some; null while something can. */
function closedSentence(view: GuestView): string | null {
  const { status } = view;
  const closed = words.closed;
  if (view.can.suggest || status === 'preparing') return null;
  if (status === 'superseded') return closed.supersededAlone;
  if (status === 'approved' || status === 'changes_requested' || status === 'expired' || status === 'cancelled') {
    return closed[status];
  }
  return view.read_only_reason;
}

/** One quiet line for what a guest must know before anything else. */
export function GuestBanners() {
  const desk = useGuest();
  const view = desk.guest();
  const { newest } = view;
  const closed = closedSentence(view);
  const { waiting, leave } = useNewest(desk);
  const moved = desk.kept.find(desk.moving.value);
  const making = comingOf(desk.view()) > 0 && view.screenshots.length > 0;
  return (
    <div class="banners">
      {desk.intro.value && closed === null && (
        <section class="banner banner-go intro" aria-label={words.intro.label}>
          <span>{words.intro.text}</span>
          <button type="button" class="button button-small" onClick={desk.closeIntro}>
            {words.intro.close}
          </button>
        </section>
      )}
      <div role="status">
        {newest !== null && (
          <p class="banner banner-go">
            {words.closed.superseded(newest.pass)} {waiting > 0 && words.closed.drafts(waiting)}
            <a class="button button-small" href={ownAddress(newest.guest_share_url)} onClick={leave}>
              {words.closed.open(newest.pass)}
            </a>
          </p>
        )}
        {newest === null && closed !== null && <p class="banner">{closed}</p>}
        {making && (
          <p class="banner">
            {words.preparing.more(words.preparing.progress(view.screenshots.length, view.expected_shots))}
          </p>
        )}
        {desk.store.trouble.value !== null && <p class="banner banner-warn">{words.offline}</p>}
        {moved !== undefined && (
          <p class="banner banner-go">
            {words.moving.text(letterOf(moved))}
            <button type="button" class="button button-small" onClick={desk.stopMoving}>
              {words.moving.cancel}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
