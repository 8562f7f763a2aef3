import { groupMarks } from '../review/derive.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { ChangedOutside } from './changed-outside.tsx';
import { GuestList } from './guest-list.tsx';
import { HintList } from './hint-list.tsx';
import { MarkList } from './mark-list.tsx';
import { Section } from './section.tsx';
import { SheetHandle } from './sheet-handle.tsx';
import { VerifyRow } from './verify-row.tsx';

/** What the person has to do, in the order to do it: verify, their own marks, hints, guests. */
export function SidePanel() {
  const desk = useDesk();
  const view = desk.view();
  const { review } = view;
  const { toVerify, outstanding } = groupMarks(review.marks);
  const inviting = view.can.mark && toVerify.length + outstanding.length + desk.drafts.all.value.length === 0;
  return (
    <aside class="panel" aria-label={strings.landmarks.panel} data-covers="">
      <SheetHandle
        summary={inviting ? strings.panel.invite : strings.panel.peek(toVerify.length, outstanding.length)}
      />
      <div class="panel-scroll">
        {review.context !== null && (
          <Section
            title={strings.context.title}
            open={review.decision === null && (toVerify.length === 0 || !desk.screen.phone.value)}
          >
            <p class="context">{review.context}</p>
          </Section>
        )}
        {toVerify.length > 0 && (
          <Section title={strings.verify.title} count={toVerify.length} open>
            <p class="quiet lead">{strings.verify.lead}</p>
            <ul class="rows">
              {toVerify.map((mark) => (
                <VerifyRow key={mark.id} mark={mark} />
              ))}
            </ul>
          </Section>
        )}
        <ChangedOutside />
        <MarkList />
        <HintList />
        <GuestList />
        {review.problems.length > 0 && (
          <Section title={strings.problems.title} count={review.problems.length} open>
            <ul class="rows">
              {review.problems.map((problem) => (
                <li class="row quiet" key={problem.label}>
                  {strings.problems.one(problem.label, problem.message)}
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </aside>
  );
}
