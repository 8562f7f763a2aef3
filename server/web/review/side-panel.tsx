import { coarsePointer } from '../shared/device.ts';
import { Section } from '../shared/section.tsx';
import type { PageView } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { FindingList, GuestList } from '../suggestions/inbox-later.ts';
import { groupMarks } from './derive.ts';
import { BaseSection, CauseGroups, ChangedOutside, MarkList, MissingShots, VerifyQueue } from './reviewer-later.ts';
import { SheetHandle } from './sheet-handle.tsx';
import { useReview } from './use-review.ts';

/** Returns the heading of the marks reported as fixed. */
function queueWords({ review, newest, can }: PageView): { title: string; lead: string } {
  const words = strings.verify;
  if (newest !== null) return { title: words.reported, lead: words.reportedThere(newest.pass) };
  if (review.decision !== null || !can.verify) return { title: words.reported, lead: words.reportedLead };
  return { title: words.title, lead: words.lead };
}

/** Lists what to do, in order: verify, marks, findings, suggestions. */
export function SidePanel() {
  const controller = useReview();
  const view = controller.view();
  const { review } = view;
  const { toVerify, outstanding } = groupMarks(review.marks);
  const findings = review.findings.filter(({ status }) => status === 'shown').length;
  const suggested = review.suggestions.filter(({ status }) => status === 'pending').length;
  const { guest } = controller;
  const waiting = findings + suggested + (guest?.own().length ?? toVerify.length + outstanding.length);
  const isStart = waiting + controller.drafts.all.value.length === 0;
  const queue = queueWords(view);
  return (
    <aside class="panel" aria-label={strings.landmarks.panel} data-covers="">
      <SheetHandle
        summary={
          guest !== null
            ? guest.peek()
            : isStart && view.can.mark
              ? strings.panel.invite(coarsePointer())
              : strings.panel.peek(queue.title, toVerify.length, outstanding.length, findings, suggested)
        }
        isStart={isStart}
      />
      <div class="panel-scroll">
        <ContextSection />
        {toVerify.length > 0 && (
          <Section id="verify" title={queue.title} count={toVerify.length} open>
            <p class="quiet lead">{queue.lead}</p>
            <VerifyQueue marks={toVerify} />
          </Section>
        )}
        {guest === null ? (
          <>
            <CauseGroups />
            <BaseSection />
            <ChangedOutside />
            <MissingShots />
            <MarkList />
            <FindingList />
            <GuestList />
          </>
        ) : (
          <guest.parts.GuestLists />
        )}
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

/** Shows what to look at on this pass. Stays folded on this device. */
function ContextSection() {
  const controller = useReview();
  const { review } = controller.view();
  if (review.context === null) return null;
  const key = `${review.id}:context`;
  return (
    <Section
      title={strings.context.title}
      open={controller.memory.get(key) !== 'folded'}
      onFold={(open) => {
        if (open) controller.memory.remove(key);
        else controller.memory.set(key, 'folded');
      }}
    >
      <p class="context" dir="auto">
        {review.context}
      </p>
    </Section>
  );
}
