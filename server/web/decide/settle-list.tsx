import type { ComponentChildren } from 'preact';
import { Badge } from '../marking/badge.tsx';
import type { Mark } from '../shared/types.ts';
import type { Settled } from './decision.ts';
import { dialog as words } from './dialog-strings.ts';

const choices: readonly { as: Settled; label: string }[] = [
  { as: 'verified', label: words.settleVerified },
  { as: 'withdrawn', label: words.settleWithdrawn },
];

interface ChoiceProps {
  name: string;
  isChosen: (as: Settled) => boolean;
  choose: (as: Settled) => void;
  children: ComponentChildren;
}

function Choice({ name, isChosen, choose, children }: ChoiceProps) {
  return (
    <div class="settle-one">
      <fieldset>
        <legend>{children}</legend>
        {choices.map(({ as, label }) => (
          <label key={as}>
            <input type="radio" name={`settle-${name}`} checked={isChosen(as)} onChange={() => choose(as)} />
            {label}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

interface Props {
  marks: readonly Mark[];
  chosen: Readonly<Record<number, Settled | undefined>>;
  choose: (marks: readonly Mark[], as: Settled) => void;
}

/** Lists the must-fix marks: an approval needs each fixed or removed. Several can be chosen for at once. */
export function SettleList({ marks, chosen, choose }: Props) {
  if (marks.length === 0) return null;
  return (
    <div class="settle">
      <p>{words.settle}</p>
      {marks.length > 1 && (
        <Choice
          name="all"
          isChosen={(as) => marks.every(({ id }) => chosen[id] === as)}
          choose={(as) => choose(marks, as)}
        >
          {words.settleAll(marks.length)}
        </Choice>
      )}
      {marks.map((mark) => (
        <Choice
          key={mark.id}
          name={`${mark.id}`}
          isChosen={(as) => chosen[mark.id] === as}
          choose={(as) => choose([mark], as)}
        >
          <Badge mark={mark} />
          <span class="visually-hidden">{words.settleOne(mark.id)}: </span>
          <span class="body" dir="auto">
            {mark.body}
          </span>
        </Choice>
      ))}
    </div>
  );
}
