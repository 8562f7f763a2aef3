import type { Failure } from '../review/store.ts';
import { strings } from '../strings.ts';
import { Closed, Opening } from './closed.tsx';

/** What stands in place of a page that has not been read yet: it is being opened, its link is unknown, or why not. */
export function Unread({ trouble, again }: { trouble: Failure | null; again: () => void }) {
  if (trouble === null) return <Opening />;
  if (trouble.kind === 'gone') {
    return (
      <Closed title={strings.gone.title} lead={strings.gone.lead}>
        <ul>
          {strings.gone.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      </Closed>
    );
  }
  return (
    <Closed title={strings.unreachable.title} lead={strings.unreachable.lead}>
      <button type="button" class="button" onClick={again}>
        {strings.unreachable.again}
      </button>
    </Closed>
  );
}
