import { guest } from '../strings/guest.ts';
import { strings } from '../strings.ts';
import { useGuest } from './desk.ts';

const words = guest.preparing;

/** Before the first picture is there: a real count, not a spinner. */
export function GuestPreparing() {
  const { screenshots, expected_shots } = useGuest().guest();
  const label = words.progress(screenshots.length, expected_shots);
  return (
    <main class="stage stage-empty" aria-label={strings.landmarks.stage}>
      <div class="preparing">
        <h2>{words.title}</h2>
        <p role="status">{label}</p>
        <progress max={Math.max(expected_shots, 1)} value={screenshots.length} aria-label={label} />
        <p class="quiet">{words.lead}</p>
      </div>
    </main>
  );
}
