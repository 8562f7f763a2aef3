import { guest as words } from '../strings/guest.ts';
import { Closing } from './closing.tsx';
import { useGuest } from './desk.ts';
import { closedSentence } from './standing.ts';

/** Above the picture: what a guest must know first. What comes later floats, so that nothing moves. */
export function GuestBanners() {
  const desk = useGuest();
  const closed = closedSentence(desk.guest());
  // What has closed takes the place of what said how to begin.
  const here = closed !== null && (desk.closedFirst || desk.intro.value);
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
      <div role="status">{here && <Closing look="banner" sentence={closed} />}</div>
    </div>
  );
}
