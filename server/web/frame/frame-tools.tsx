import { useEffect } from 'preact/hooks';
import { useReview } from '../review/use-review.ts';
import { frame } from '../shared/frame.ts';
import { IconButton } from '../shared/icons.tsx';
import { strings } from '../strings.ts';
import { frameWords as words } from './page-strings.ts';

/** Shows what the host can do with the page. Informs the agent's model of each decision. */
export function FrameTools() {
  const { store } = useReview();
  useEffect(
    () =>
      store.watch(({ review: before }, { review: { id, decision } }) => {
        if (decision !== null && decision.number !== before.decision?.number) {
          frame?.inform(words.decided(id, decision.outcome));
        }
      }),
    [store],
  );
  if (frame === null) return null;
  return (
    <span class="frame-tools">
      {frame.enlarge !== null && (
        <IconButton class="icon-button enlarge" icon="wider" name={words.enlarge} onClick={frame.enlarge} />
      )}
      <a class="button button-small" href={frame.reviewUrl} aria-label={strings.openInBrowser}>
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
          <path d="M6.5 3.5h-3v9h9v-3M9 2.5h4.5V7M13.5 2.5l-6 6" />
        </svg>
        <span class="text">{strings.openInBrowser}</span>
      </a>
    </span>
  );
}
