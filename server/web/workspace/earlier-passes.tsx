import type { ReviewSummary } from '../../contract/review.ts';
import { When } from '../shared/when.tsx';
import { ReviewState } from './status.tsx';
import { workspace } from './strings.ts';
import { useWorkspace } from './use-workspace.ts';

const words = workspace.list;

/** Lists the passes before the one of a row, newest first. `passes`: all of its chain; null until they are read */
export function EarlierPasses({ of, passes }: { of: ReviewSummary; passes: readonly ReviewSummary[] | null }) {
  const { store, choose } = useWorkspace();
  if (passes === null) return <p class="quiet">{words.loading}</p>;
  const earlier = passes.filter(({ id }) => id < of.id);
  if (earlier.length === 0) return <p class="quiet">{words.noEarlier}</p>;
  return (
    <ul class="earlier" aria-label={words.earlierOf(of.title)}>
      {earlier.map((pass) => (
        <li key={pass.id} class="earlier-pass" data-chosen={store.chosen.value === pass.id}>
          <button
            type="button"
            id={`row-${pass.id}`}
            class="row-title"
            dir="auto"
            aria-current={store.chosen.value === pass.id ? 'true' : undefined}
            onClick={() => choose(pass.id)}
          >
            {pass.title === of.title ? words.passOf(pass.pass) : words.passNamed(pass.pass, pass.title)}
          </button>
          <span class="quiet">
            <When at={pass.created_at} />
          </span>
          <ReviewState status={pass.status} />
        </li>
      ))}
    </ul>
  );
}
