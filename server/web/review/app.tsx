import { useEffect, useMemo } from 'preact/hooks';
import { Button } from '../shared/button.tsx';
import { frame } from '../shared/frame.ts';
import type { Memory } from '../shared/memory.ts';
import { createTab } from '../shared/tab.ts';
import { strings } from '../strings.ts';
import type { Failure } from '../sync/exchange.ts';
import type { ReviewStore } from '../sync/store.ts';
import { Closed, Opening } from './closed.tsx';
import { createReviewController, type Roles } from './controller.ts';
import { ReviewPage } from './review-page.tsx';
import { type Identity, IdentityContext } from './use-identity.ts';
import { ReviewContext } from './use-review.ts';

export interface PageProps extends Roles {
  store: ReviewStore;
  memory: Memory;
  /** Given on the reviewer's page. */
  identity?: Identity;
}

/** Shows the review, or why it cannot be read. Drafts survive every refresh in the controller. */
export function App({ store, memory, identity, ...roles }: PageProps) {
  // Browsers may refuse locks to a frame.
  const tab = useMemo(() => createTab(frame === null ? navigator.locks : undefined), []);
  const view = store.view.value;
  const reviewId = view?.review.id;
  // Lasts as long as the review, not as long as one response
  const controller = useMemo(
    () => (view === null ? null : createReviewController(store, memory, tab, view, roles)),
    [reviewId],
  );
  useEffect(() => controller?.start(), [controller]);
  const signedIn = identity !== undefined && identity.who.value !== null;
  useEffect(() => {
    if (controller !== null) controller.ui.signedIn.value = signedIn;
  }, [controller, signedIn]);
  useEffect(() => {
    document.title = strings.documentTitle(view?.review.title ?? 'Review');
  }, [view?.review.title]);

  if (controller === null) return <Unread trouble={store.trouble.value} again={() => void store.refresh()} />;
  return (
    <IdentityContext.Provider value={identity ?? null}>
      <ReviewContext.Provider value={controller}>
        <ReviewPage />
      </ReviewContext.Provider>
    </IdentityContext.Provider>
  );
}

function Unread({ trouble, again }: { trouble: Failure | null; again: () => void }) {
  if (trouble === null) return <Opening />;
  if (trouble.kind === 'missing') {
    return (
      <Closed title={strings.missing.title} lead={strings.missing.lead}>
        <ul>
          {strings.missing.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      </Closed>
    );
  }
  return (
    <Closed title={strings.unreachable.title} lead={strings.unreachable.lead}>
      <Button onClick={again}>{strings.unreachable.again}</Button>{' '}
      {frame !== null && (
        <a class="button" href={frame.reviewUrl}>
          {strings.openInBrowser}
        </a>
      )}
    </Closed>
  );
}
