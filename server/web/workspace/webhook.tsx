import { useSignal } from '@preact/signals';
import type { Delivery } from '../../contract/webhook.ts';
import { Button } from '../shared/button.tsx';
import { When } from '../shared/when.tsx';
import { DeliveryState } from './status.tsx';
import type { Detail } from './store.ts';
import { workspace } from './strings.ts';
import { focusSoon, useWorkspace } from './use-workspace.ts';

const words = workspace.webhook;

function Attempts({ delivery }: { delivery: Delivery }) {
  if (delivery.attempts.length === 0) return <p class="quiet">{words.noAttempt}</p>;
  return (
    <table class="attempts">
      <caption class="visually-hidden">{words.attempts(delivery.decision)}</caption>
      <thead>
        <tr>
          <th scope="col">{words.at}</th>
          <th scope="col">{words.answer}</th>
          <th scope="col">{words.took}</th>
        </tr>
      </thead>
      <tbody>
        {delivery.attempts.map((attempt) => (
          <tr key={attempt.at}>
            <td>
              <When at={attempt.at} seconds />
            </td>
            <td dir="auto">
              {[attempt.status, attempt.error].filter((part) => part !== null).join(' · ') || words.noAnswer}
            </td>
            <td>{words.duration(attempt.duration_ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function OneDelivery({ delivery }: { delivery: Delivery }) {
  return (
    <li class="delivery">
      <div class="row-head">
        <h4>{words.decision(delivery.decision)}</h4>
        <DeliveryState status={delivery.status} />
      </div>
      {delivery.status === 'pending' && delivery.next_attempt_at !== null && (
        <p>
          {words.nextAttempt}: <When at={delivery.next_attempt_at} seconds />
        </p>
      )}
      <Attempts delivery={delivery} />
    </li>
  );
}

export function Webhook({ detail: { review, deliveries } }: { detail: Detail }) {
  const { store, notice } = useWorkspace();
  const busy = useSignal<'resume_webhook' | 'redeliver' | null>(null);
  const act = async (name: 'resume_webhook' | 'redeliver', done: string) => {
    if (busy.value !== null) return;
    busy.value = name;
    const refused = await store.change((client) => client.call(name, { id: review.id }));
    busy.value = null;
    notice.value = { text: refused ?? done, error: refused !== null };
    focusSoon('webhook');
  };
  const state = review.webhook;
  const [newest] = deliveries;
  const canResend = newest !== undefined && newest.status !== 'pending' && state?.paused !== true;
  return (
    <section aria-labelledby="webhook">
      <h3 id="webhook" tabIndex={-1}>
        {words.title}
      </h3>
      {state === null && <p class="quiet">{words.none}</p>}
      {state?.paused && (
        <div class="warning paused">
          <p>{words.paused}</p>
          {state.last_error !== null && <p dir="auto">{words.lastError(state.last_error)}</p>}
          <Button aria-disabled={busy.value !== null} onClick={() => void act('resume_webhook', words.resumed)}>
            {busy.value === 'resume_webhook' ? words.resuming : words.resume}
          </Button>
        </div>
      )}
      {state !== null && !state.paused && (
        <p class="quiet">
          {state.last_delivered_at !== null && (
            <>
              {words.delivered} <When at={state.last_delivered_at} />.{' '}
            </>
          )}
          {state.failure_count > 0 && words.failures(state.failure_count)}{' '}
          {state.failure_count > 0 && state.last_error !== null && <bdi>{words.lastError(state.last_error)}</bdi>}
          {deliveries.length === 0 && words.quiet}
        </p>
      )}
      {deliveries.length > 0 && (
        <ul class="deliveries" aria-label={words.deliveries}>
          {deliveries.map((delivery) => (
            <OneDelivery key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
      {canResend && (
        <div>
          <Button aria-disabled={busy.value !== null} onClick={() => void act('redeliver', words.sent)}>
            {busy.value === 'redeliver' ? words.sending : words.again}
          </Button>
        </div>
      )}
    </section>
  );
}
