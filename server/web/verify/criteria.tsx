import { Icon } from '../shared/icons.tsx';
import type { Mark } from '../shared/types.ts';
import { verifying as words } from './strings.ts';

/** Says which measurable criteria the marked element fulfils now. They inform, and decide nothing. */
export function Criteria({ mark: { criteria } }: { mark: Mark }) {
  if (criteria.length === 0) return null;
  return (
    <ul class="row-note criteria">
      {criteria.map(({ rule, holds, now }) => (
        <li key={rule} data-holds={holds}>
          {holds !== null && <Icon name={holds ? 'check' : 'close'} />}
          <span>{words.criterion(rule, holds, now)}</span>
        </li>
      ))}
    </ul>
  );
}
