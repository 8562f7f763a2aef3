import { useLayoutEffect } from 'preact/hooks';
import { Closed } from '../components/closed.tsx';
import { Filmstrip } from '../components/filmstrip.tsx';
import { HelpDialog } from '../components/help-dialog.tsx';
import { ToastRegion } from '../components/toast-region.tsx';
import { watchDevice } from '../review/device.ts';
import { guest as words } from '../strings/guest.ts';
import { GuestBanners } from './banners.tsx';
import { GuestComposer } from './composer.tsx';
import { useGuest } from './desk.ts';
import { letterOf } from './kept.ts';
import { listenToGuestKeys } from './keys.ts';
import { useNews } from './news.ts';
import { GuestNotes, MovingNote } from './notes.tsx';
import { GuestPanel } from './panel.tsx';
import { GuestPreparing } from './preparing.tsx';
import { GuestStage } from './stage.tsx';
import { GuestTopBar } from './top-bar.tsx';

export function GuestPage() {
  const desk = useGuest();
  const { screen } = desk;
  const { review } = desk.view();
  useLayoutEffect(() => listenToGuestKeys(desk), [desk]);
  useLayoutEffect(() => watchDevice(screen), [screen]);
  useNews(desk);

  const moved = desk.kept.find(desk.moving.value);
  const shot = review.screenshots.find(({ index }) => index === screen.shot.value) ?? review.screenshots[0];
  if (shot === undefined && review.status !== 'preparing' && review.status !== 'open') {
    const closed = review.status === 'cancelled' ? words.cancelled : words.failed;
    return <Closed title={closed.title} lead={closed.lead} />;
  }
  return (
    <div
      class="frame guest-frame"
      data-left={screen.left.value}
      data-right={screen.right.value}
      data-sheet={screen.sheet.value}
    >
      <GuestTopBar />
      <GuestBanners />
      <Filmstrip />
      {shot === undefined ? <GuestPreparing /> : <GuestStage shot={shot} />}
      <GuestPanel />
      {screen.phone.value && <GuestComposer />}
      {screen.dialog.value?.kind === 'help' && <HelpDialog rows={words.help} />}
      <ToastRegion first={moved && <MovingNote letter={letterOf(moved)} />}>
        <GuestNotes />
      </ToastRegion>
    </div>
  );
}
