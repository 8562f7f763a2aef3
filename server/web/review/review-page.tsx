import { useLayoutEffect } from 'preact/hooks';
import { Composer } from '../marking/composer.tsx';
import { Filmstrip } from '../screenshots/filmstrip.tsx';
import { Stage } from '../screenshots/stage.tsx';
import { watchDevice } from '../shared/device.ts';
import { DialogSlot } from '../shared/dialog-slot.tsx';
import type { PageView } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { Closed } from './closed.tsx';
import { askedFor, modesFor, ownAddress } from './derive.ts';
import { Notes } from './floating-notes.tsx';
import { listenToKeys } from './keyboard.ts';
import { notesOf, preparingTitle, progressOf } from './notes.ts';
import { DecisionBar, SignedIn } from './reviewer-later.ts';
import { SidePanel } from './side-panel.tsx';
import { ToastRegion } from './toast-region.tsx';
import { TopBar } from './top-bar.tsx';
import { useReview } from './use-review.ts';
import { reviewNotices } from './words.ts';

export function ReviewPage() {
  const controller = useReview();
  const { ui, guest } = controller;
  const view = controller.view();
  const { review } = view;
  useLayoutEffect(() => listenToKeys(controller), [controller]);
  useLayoutEffect(() => watchDevice(ui), [ui]);

  const shot = review.screenshots.find(({ index }) => index === ui.shot.value) ?? review.screenshots[0];
  const modes = modesFor(view, shot, ui.compare.against.value);
  const mode = modes.includes(ui.mode.value) ? ui.mode.value : 'now';

  if (shot === undefined && review.status !== 'preparing') {
    const closed = review.status === 'failed' ? strings.failed : strings.cancelled;
    const known = review.status === 'failed' || review.status === 'cancelled';
    const { newest } = view;
    const lead = known && newest === null ? closed.lead : (view.read_only_reason ?? strings.noShots);
    return (
      <Closed title={known ? closed.title : review.title} lead={lead}>
        {known && (
          <strong>
            <bdi>{review.title}</bdi>
          </strong>
        )}
        <ul>
          {review.problems.map((problem) => (
            <li key={problem.label}>{strings.problems.one(problem.label, problem.message)}</li>
          ))}
        </ul>
        {newest !== null && <Newer pass={newest} />}
      </Closed>
    );
  }

  const phone = ui.phone.value;
  return (
    <div
      class={guest === null ? 'frame' : 'frame guest-frame'}
      data-left={ui.left.value}
      data-right={ui.right.value}
      data-sheet={ui.sheet.value}
    >
      <TopBar shot={shot} modes={modes} mode={mode} />
      <Banners />
      <Filmstrip />
      {shot === undefined ? <Preparing /> : <Stage shot={shot} mode={mode} />}
      <SidePanel />
      {guest === null && <DecisionBar />}
      {phone && <Composer />}
      <DialogSlot />
      <ToastRegion>
        <Notes />
      </ToastRegion>
    </div>
  );
}

function Preparing() {
  const controller = useReview();
  const view = controller.view();
  const { review } = view;
  const made = review.screenshots.length;
  const asked = askedFor(view);
  const { preparing } = strings;
  const label = progressOf(view);
  return (
    <main class="stage stage-empty" aria-label={strings.landmarks.stage}>
      <div class="preparing">
        <h2>{preparingTitle(view)}</h2>
        <p role="status">{label}</p>
        <progress max={asked || 1} value={made} aria-label={label} />
        <p class="quiet">{preparing.lead}</p>
        {/* Otherwise they are in the side panel. */}
        {controller.ui.phone.value &&
          review.problems.map(({ label, message }) => (
            <p key={label} class="warning">
              {strings.problems.one(label, message)}
            </p>
          ))}
      </div>
    </main>
  );
}

function Newer({ pass: { review_url: url, pass } }: { pass: NonNullable<PageView['newest']> }) {
  return (
    <a class="button button-small" href={ownAddress(url)} onClick={useReview().carryView}>
      {strings.banner.open(pass)}
    </a>
  );
}

/** Shows what the person must know first. Later notes float: see `Notes`. */
function Banners() {
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
          {kind === 'newer' && newest !== null && <Newer pass={newest} />}
        </p>
      ))}
    </div>
  );
}
