import { useLayoutEffect } from 'preact/hooks';
import { modesFor } from '../review/derive.ts';
import { watchDevice } from '../review/device.ts';
import { listenToKeys } from '../review/keyboard.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { Banners } from './banners.tsx';
import { Closed } from './closed.tsx';
import { Composer } from './composer.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { DialogSlot } from './dialog-slot.tsx';
import { Filmstrip } from './filmstrip.tsx';
import { Notes } from './notes.tsx';
import { Preparing } from './preparing.tsx';
import { SidePanel } from './side-panel.tsx';
import { Stage } from './stage.tsx';
import { ToastRegion } from './toast-region.tsx';
import { TopBar } from './top-bar.tsx';

export function ReviewPage() {
  const desk = useDesk();
  const { screen } = desk;
  const view = desk.view();
  const { review } = view;
  useLayoutEffect(() => listenToKeys(desk), [desk]);
  useLayoutEffect(() => watchDevice(screen), [screen]);

  const shot = review.screenshots.find(({ index }) => index === screen.shot.value) ?? review.screenshots[0];
  const modes = modesFor(view, shot);
  const mode = modes.includes(screen.mode.value) ? screen.mode.value : 'now';

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

  const phone = screen.phone.value;
  return (
    <div class="frame" data-left={screen.left.value} data-right={screen.right.value} data-sheet={screen.sheet.value}>
      <TopBar shot={shot} modes={modes} mode={mode} />
      <Banners />
      <Filmstrip />
      {shot === undefined ? <Preparing /> : <Stage shot={shot} mode={mode} />}
      <SidePanel />
      <DecisionBar />
      {phone && <Composer />}
      <DialogSlot />
      <ToastRegion>
        <Notes />
      </ToastRegion>
    </div>
  );
}
