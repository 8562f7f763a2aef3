import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';

/** Before the first shot is there: a real count, not a spinner. */
export function Preparing() {
  const desk = useDesk();
  const { review, expected_shots } = desk.view();
  const done = review.screenshots.length;
  const label = strings.preparing.progress(done, expected_shots, review.source);
  return (
    <main class="stage stage-empty" aria-label={strings.landmarks.stage}>
      <div class="preparing">
        <h2>{strings.preparing.title[review.source]}</h2>
        <p role="status">{label}</p>
        <progress max={Math.max(expected_shots, 1)} value={done} aria-label={label} />
        <p class="quiet">{strings.preparing.lead}</p>
        {/* Else they stand beside it. */}
        {desk.screen.phone.value &&
          review.problems.map(({ label, message }) => (
            <p key={label} class="warning">
              {strings.problems.one(label, message)}
            </p>
          ))}
      </div>
    </main>
  );
}
