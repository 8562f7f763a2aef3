import { groupMarks } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import { coarsePointer } from '../shared/device.ts';
import { Section } from '../shared/section.tsx';
import type { Mark } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { DraftRow } from './draft-row.tsx';
import { FilteredOut, FilterMenu, isWrittenAbout, useListed } from './filter-menu.tsx';
import { MarkRow } from './mark-row.tsx';

interface SectionProps {
  title: string;
  lead?: string;
  marks: readonly Mark[];
  open: boolean;
}

/** Lists some marks, or draws nothing where there are none. */
export function MarkSection({ title, lead, marks, open }: SectionProps) {
  const listed = useListed(marks);
  if (marks.length === 0) return null;
  return (
    <Section title={title} count={marks.length} open={open}>
      {lead !== undefined && <p class="quiet lead">{lead}</p>}
      <ul class="rows">
        {listed.map((mark) => (
          <MarkRow key={mark.id} mark={mark} />
        ))}
      </ul>
      <FilteredOut marks={marks} listed={listed} />
    </Section>
  );
}

/** Lists the marks; settled ones are folded. */
export function MarkList() {
  const controller = useReview();
  const view = controller.view();
  const { outstanding, toVerify, verified, withdrawn } = groupMarks(view.review.marks);
  const listed = useListed(outstanding);
  const drafts = controller.drafts.all.value;
  const words = strings.marks;
  const withdrawnCount = withdrawn.length;
  const settled =
    verified.length + withdrawnCount > 0 ? words.settled(verified.length, withdrawnCount) : words.emptyReadOnly;
  const over = toVerify.length > 0 ? words.allReported : settled;
  const closed = view.review.status === 'preparing' ? words.emptyPreparing : over;
  const isReported = view.review.decision !== null && toVerify.length > 0;
  const empty = view.can.mark && !isReported ? (coarsePointer() ? words.emptyTouch : words.emptyMouse) : closed;
  return (
    <>
      <Section id="marks" title={words.title} count={outstanding.length} open>
        <FilterMenu />
        {outstanding.length + drafts.length === 0 && <p class="quiet lead">{empty}</p>}
        <ul class="rows">
          {drafts.map((draft) => (
            <DraftRow key={draft.key} draft={draft} />
          ))}
          {listed.map((mark) => (
            <MarkRow key={mark.id} mark={mark} />
          ))}
        </ul>
        <FilteredOut marks={outstanding} listed={listed} />
      </Section>
      <MarkSection
        title={words.verified}
        marks={verified}
        open={verified.some((mark) => isWrittenAbout(controller.ui, mark))}
      />
      <MarkSection
        title={words.withdrawn}
        marks={withdrawn}
        open={withdrawn.some(({ id }) => view.unsentIds?.includes(id))}
      />
    </>
  );
}
