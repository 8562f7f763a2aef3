import { Icon } from '../shared/icons.tsx';
import type { Mark } from '../shared/types.ts';

/** Shows the number of a mark in the shape and colour of its marker. */
export function Badge({
  mark,
  status = mark.status,
}: {
  mark: Pick<Mark, 'id' | 'status' | 'must_fix'>;
  status?: string;
}) {
  return (
    <span class="badge" data-status={status} data-must-fix={mark.must_fix} aria-hidden="true">
      {mark.status === 'verified' ? <Icon name="check" /> : mark.id}
    </span>
  );
}
