import { groupMarks } from '../review/derive.ts';
import type { ReviewerView } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { ChangedOutside } from './changed-outside.tsx';
import { ContextSection } from './context-section.tsx';
import { GoneShots } from './gone-shots.tsx';
import { GuestList, HintList } from './inbox-later.ts';
import { MarkList } from './mark-list.tsx';
import { Section } from './section.tsx';
import { SheetHandle } from './sheet-handle.tsx';
import { VerifyQueue } from './verify-row.tsx';

/** What is asked of the person about marks that were reported as fixed: on a pass that is over, nothing. */
function queueWords({ review, newest, can }: ReviewerView): { title: string; lead: string } {
  const words = strings.verify;
  if (newest !== null) return { title: words.reported, lead: words.reportedThere(newest.pass) };
  if (review.decision !== null || !can.verify) return { title: words.reported, lead: words.reportedLead };
  return { title: words.title, lead: words.lead };
}

/** What the person has to do, in the order to do it: verify, their own marks, hints, guests. */
export function SidePanel() {
  const desk = useDesk();
  const view = desk.view();
  const { review } = view;
  const { toVerify, outstanding } = groupMarks(review.marks);
  const suggested = review.suggestions.filter(({ status }) => status === 'pending').length;
  const inviting = view.can.mark && toVerify.length + outstanding.length + desk.drafts.all.value.length === 0;
  const queue = queueWords(view);
  return (
    <aside class="panel" aria-label={strings.landmarks.panel} data-covers="">
      <SheetHandle
        summary={
          inviting && suggested === 0
            ? strings.panel.invite
            : strings.panel.peek(
                view.newest === null && review.decision === null ? toVerify.length : 0,
                outstanding.length,
                suggested,
              )
        }
      />
      <div class="panel-scroll">
        <ContextSection />
        {toVerify.length > 0 && (
          <Section id="verify" title={queue.title} count={toVerify.length} open>
            <p class="quiet lead">{queue.lead}</p>
            <VerifyQueue marks={toVerify} />
          </Section>
        )}
        <ChangedOutside />
        <GoneShots />
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
