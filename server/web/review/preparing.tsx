import { strings } from '../strings.ts';
import { askedFor } from './derive.ts';
import { preparingTitle } from './notes.ts';
import { useReview } from './use-review.ts';

export function Preparing() {
  const controller = useReview();
  const view = controller.view();
  const { review } = view;
  const made = review.screenshots.length;
  const asked = askedFor(view);
  const { preparing } = strings;
  const { shards } = review;
  const jobs = shards ? shards.expected - shards.sent.length : 0;
  const label = jobs > 0 ? preparing.jobs(jobs) : preparing.progress(made, asked, review.source);
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
