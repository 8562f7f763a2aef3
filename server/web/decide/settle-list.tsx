import { Badge } from '../marking/badge.tsx';
import type { Mark } from '../shared/types.ts';
import type { Settled } from './decision.ts';
import { dialog as words } from './dialog-strings.ts';

const choices: readonly { as: Settled; label: string }[] = [
  { as: 'verified', label: words.settleVerified },
  { as: 'withdrawn', label: words.settleWithdrawn },
];

interface Props {
  marks: readonly Mark[];
  chosen: Readonly<Record<number, Settled | undefined>>;
  choose: (mark: Mark, as: Settled) => void;
}

/** Lists the must-fix marks: an approval needs each fixed or removed. */
export function SettleList({ marks, chosen, choose }: Props) {
  if (marks.length === 0) return null;
  return (
    <div class="settle">
      <p>{words.settle}</p>
      {marks.map((mark) => (
        <div key={mark.id} class="settle-one">
          <fieldset>
            <legend>
              <Badge mark={mark} />
              <span class="visually-hidden">{words.settleOne(mark.id)}: </span>
              <span class="body" dir="auto">
                {mark.body}
              </span>
            </legend>
            {choices.map(({ as, label }) => (
              <label key={as}>
                <input
                  type="radio"
                  name={`settle-${mark.id}`}
                  checked={chosen[mark.id] === as}
                  onChange={() => choose(mark, as)}
                />
                {label}
              </label>
            ))}
          </fieldset>
        </div>
      ))}
    </div>
  );
}
