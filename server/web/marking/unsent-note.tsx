import { useReview } from '../review/use-review.ts';
import type { Mark } from '../shared/types.ts';
import { unsentNote as words } from './unsent-strings.ts';

/** Says that a mark, or its change, is not sent yet, and what became of the mark since it was sent. */
export function UnsentNote({ mark }: { mark: Mark }) {
  const { unsentIds = [], sent } = useReview().view();
  if (!unsentIds.includes(mark.id)) return null;
  const before = sent?.marks.find(({ id }) => id === mark.id);
  const isDeleted = mark.status === 'withdrawn';
  const isFixed = before?.status === 'resolved';
  return (
    <p class="row-note unsent">
      {before === undefined ? words.mark : isDeleted ? words.deletion : words.change}{' '}
      {isFixed && (isDeleted ? words.fixStays : words.fixedBefore)}
    </p>
  );
}
