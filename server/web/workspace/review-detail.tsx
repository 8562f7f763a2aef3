import type { ComponentChildren } from 'preact';
import { ownAddress } from '../review/derive.ts';
import { Button } from '../shared/button.tsx';
import { CopyButton } from '../shared/copy-button.tsx';
import { CloseButton, Icon } from '../shared/icons.tsx';
import { When } from '../shared/when.tsx';
import { nextSentence } from './next.ts';
import { SavePdf } from './save-pdf.tsx';
import { SecondOpinion } from './second-opinion.tsx';
import { ReviewState } from './status.tsx';
import type { Detail } from './store.ts';
import { workspace } from './strings.ts';
import { focusSoon, useWorkspace } from './use-workspace.ts';
import { Webhook } from './webhook.tsx';

const words = workspace.detail;

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ detail: { review } }: { detail: Detail }) {
  const { decision } = review;
  const by = decision?.verified_login ?? decision?.decided_by ?? null;
  return (
    <dl class="facts-list">
      <Fact name={words.next}>{nextSentence(review)}</Fact>
      {review.reference !== null && (
        <Fact name={words.reference}>
          <bdi>{review.reference}</bdi>
        </Fact>
      )}
      {review.revision !== null && (
        <Fact name={words.revision}>
          <bdi>{review.revision}</bdi>
        </Fact>
      )}
      <Fact name={words.created}>
        <When at={review.created_at} />
      </Fact>
      {review.decided_at !== null && (
        <Fact name={words.decided}>
          <When at={review.decided_at} /> {by !== null && <bdi>{words.by(by)}</bdi>}
        </Fact>
      )}
      {decision !== null && decision.note !== null && (
        <Fact name={words.note}>
          <p dir="auto">{decision.note}</p>
        </Fact>
      )}
      <Fact name={words.expires}>
        <When at={review.expires_at} />
      </Fact>
      {review.problems.length > 0 && (
        <Fact name={words.problems}>
          {review.problems.map(({ label, message }) => (
            <p key={label} dir="auto">
              {label}: {message}
            </p>
          ))}
        </Fact>
      )}
    </dl>
  );
}

function Ending({ detail: { review } }: { detail: Detail }) {
  const { dialog } = useWorkspace();
  const open = review.status === 'open' || review.status === 'preparing';
  return (
    <section aria-labelledby="end">
      <h3 id="end">{workspace.end.title}</h3>
      {open && (
        <p class="ending">
          <Button onClick={() => (dialog.value = { kind: 'cancel', review })}>{workspace.end.cancel}</Button>
          <span class="quiet">{workspace.end.cancelHelp}</span>
        </p>
      )}
      <p class="ending">
        <Button class="button-must" onClick={() => (dialog.value = { kind: 'remove', review })}>
          {workspace.end.remove}
        </Button>
        <span class="quiet">{workspace.end.removeHelp}</span>
      </p>
    </section>
  );
}

function Known({ detail }: { detail: Detail }) {
  const { review } = detail;
  return (
    <>
      <p class="detail-state">
        <ReviewState status={review.status} /> <span class="quiet">{workspace.list.pass(review.pass)}</span>
      </p>
      <div class="detail-links">
        <a class="button button-accent" href={ownAddress(review.review_url)}>
          {words.open}
        </a>
        <CopyButton what={words.reviewLink} label={words.copyReview} text={review.review_url} small={false} />
        <CopyButton what={words.guestLink} label={words.copyGuest} text={review.guest_share_url} small={false} />
        <SavePdf key={review.id} detail={detail} />
      </div>
      <Facts detail={detail} />
      <SecondOpinion detail={detail} />
      <Webhook detail={detail} />
      <Ending detail={detail} />
    </>
  );
}

/** Closing it returns the focus to its row. */
export function ReviewDetail() {
  const { store } = useWorkspace();
  const id = store.chosen.value;
  const detail = store.detail.value;
  const close = () => {
    location.hash = '';
    store.choose(null);
    focusSoon(`row-${id}`);
  };
  if (id === null) {
    return (
      <section class="detail detail-empty" aria-label={words.label}>
        <p class="quiet">{words.choose}</p>
      </section>
    );
  }
  const known = detail !== null && detail !== 'missing' ? detail : null;
  const title = known?.review.title ?? store.reviews.value?.find((review) => review.id === id)?.title ?? '';
  return (
    <section
      class="detail"
      aria-labelledby="detail"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !(event.target instanceof Element && event.target.closest('dialog'))) close();
      }}
    >
      <header class="detail-head">
        <Button class="button-small detail-back" onClick={close}>
          <Icon name="left" /> {words.back}
        </Button>
        <h2 id="detail" tabIndex={-1} dir="auto">
          {title || words.label}
        </h2>
        <CloseButton class="detail-close" label={words.close} onClick={close} />
      </header>
      {known !== null && <Known detail={known} />}
      {detail === 'missing' && <p>{words.missing}</p>}
      {detail === null && (
        <p class="quiet" role="status">
          {workspace.list.loading}
        </p>
      )}
    </section>
  );
}
