import type { Billing } from '../../contract/workspace.ts';
import { Button } from '../shared/button.tsx';
import { When } from '../shared/when.tsx';
import { workspace } from './strings.ts';
import { focusSoon, useWorkspace } from './use-workspace.ts';

const words = workspace.credits;

function PausedNote({ count }: { count: number }) {
  const { store } = useWorkspace();
  return (
    <p class="warning paused-note">
      <span>{workspace.paused.some(count)}</span>
      <Button
        class="button-small"
        onClick={() => {
          store.narrow({ search: '', state: 'paused' });
          focusSoon('reviews');
        }}
      >
        {workspace.paused.show}
      </Button>
    </p>
  );
}

export function Credits({ billing }: { billing: Billing }) {
  const { left, allowance, refills_at } = billing.credits;
  const { images, capture, pdf, html } = billing.costs;
  return (
    <section class="credits" aria-labelledby="credits">
      <h2 id="credits" class="visually-hidden">
        {words.title}
      </h2>
      {left === null || allowance === null ? (
        <p>{words.unlimited}</p>
      ) : (
        <p class="credits-line">
          <progress max={Math.max(allowance, 1)} value={left} aria-label={words.left(left, allowance)} />
          <strong>{words.left(left, allowance)}</strong>
          <span class="quiet">
            {words.refill} <When at={refills_at} />. {words.costs(images, capture, pdf, html)}.
          </span>
        </p>
      )}
      {left === 0 && <p class="warning">{words.none}</p>}
      {billing.webhooks_paused > 0 && <PausedNote count={billing.webhooks_paused} />}
    </section>
  );
}
