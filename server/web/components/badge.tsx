import type { Mark } from '../review/types.ts';
import { Icon } from './icons.tsx';

/** The number of a mark in the shape and colour of its pin. */
export function Badge({ mark }: { mark: Pick<Mark, 'id' | 'status' | 'must_fix'> }) {
  return (
    <span class="badge" data-status={mark.status} data-must-fix={mark.must_fix} aria-hidden="true">
      {mark.status === 'verified' ? <Icon name="check" /> : mark.id}
    </span>
  );
}
