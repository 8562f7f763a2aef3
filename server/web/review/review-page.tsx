import { useLayoutEffect } from 'preact/hooks';
import { Composer } from '../marking/composer.tsx';
import { Filmstrip } from '../screenshots/filmstrip.tsx';
import { Stage } from '../screenshots/stage.tsx';
import { watchDevice } from '../shared/device.ts';
import { DialogSlot } from '../shared/dialog-slot.tsx';
import { strings } from '../strings.ts';
import { Banners } from './banners.tsx';
import { Closed } from './closed.tsx';
import { modesFor } from './derive.ts';
import { Notes } from './floating-notes.tsx';
import { listenToKeys } from './keyboard.ts';
import { Preparing } from './preparing.tsx';
import { DecisionBar } from './reviewer-later.ts';
import { SidePanel } from './side-panel.tsx';
import { ToastRegion } from './toast-region.tsx';
import { TopBar } from './top-bar.tsx';
import { useReview } from './use-review.ts';

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
    const reason = view.read_only_reason;
    const known = review.status === 'failed' || review.status === 'cancelled';
    return (
      <Closed title={known ? closed.title : review.title} lead={known ? closed.lead : (reason ?? strings.noShots)}>
        <ul>
          {review.problems.map((problem) => (
            <li key={problem.label}>{strings.problems.one(problem.label, problem.message)}</li>
          ))}
        </ul>
        {known && reason !== null && <p class="quiet">{reason}</p>}
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
