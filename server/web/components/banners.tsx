import { ownAddress } from '../review/derive.ts';
import { notesOf } from '../review/notes.ts';
import { useDesk } from '../review/use-desk.ts';
import { reviewNotices } from '../review/words.ts';
import { strings } from '../strings.ts';
import { SignedIn } from './signed-in.tsx';

/** One quiet line for what the person must know before anything else. What comes later floats: see `Notes`. */
export function Banners() {
  const desk = useDesk();
  const view = desk.view();
  const { newest } = view;
  const { settled } = notesOf(view, desk.news.first, desk.store.trouble.value);
  return (
    <div class="banners" role="status">
      <SignedIn />
      {reviewNotices(view.review.screenshots).map((notice) => (
        <p class="banner" key={notice}>
          {notice}
        </p>
      ))}
      {settled.map(({ kind, text, warns }) => (
        <p class="banner" key={kind} data-kind={kind} data-warns={warns}>
          {text}{' '}
          {kind === 'newer' && newest !== null && (
            <a class="button button-small" href={ownAddress(newest.review_url)} onClick={desk.setOut}>
              {strings.banner.open(newest.pass)}
            </a>
          )}
        </p>
      ))}
    </div>
  );
}
