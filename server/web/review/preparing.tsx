import { strings } from '../strings.ts';
import { askedFor } from './derive.ts';
import { preparingTitle } from './notes.ts';
import { useReview } from './use-review.ts';

export function Preparing() {
  const controller = useReview();
  const view = controller.view();
  const { review } = view;
  const label = strings.preparing.progress(review.screenshots.length, askedFor(view), review.source);
  return (
    <main class="stage stage-empty" aria-label={strings.landmarks.stage}>
      <div class="preparing">
        <h2>{preparingTitle(view)}</h2>
        <p role="status">{label}</p>
        <progress max={Math.max(askedFor(view), 1)} value={review.screenshots.length} aria-label={label} />
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
