import { Button } from '../shared/button.tsx';
import { frame } from '../shared/frame.ts';
import { strings } from '../strings.ts';
import type { Failure } from '../sync/exchange.ts';
import { Closed, Opening } from './closed.tsx';

export function Unread({ trouble, again }: { trouble: Failure | null; again: () => void }) {
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
