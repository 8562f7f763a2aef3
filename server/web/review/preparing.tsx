import { strings } from '../strings.ts';
import { preparingTitle } from './notes.ts';
import { useReview } from './use-review.ts';

export function Preparing() {
  const controller = useReview();
  const { review, expected_shots } = controller.view();
  const done = review.screenshots.length;
  const label = strings.preparing.progress(done, expected_shots, review.source);
  return (
    <main class="stage stage-empty" aria-label={strings.landmarks.stage}>
      <div class="preparing">
        <h2>{preparingTitle(controller.view())}</h2>
        <p role="status">{label}</p>
        <progress max={Math.max(expected_shots, 1)} value={done} aria-label={label} />
        <p class="quiet">{strings.preparing.lead}</p>
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
