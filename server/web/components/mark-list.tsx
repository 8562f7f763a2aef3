import { groupMarks } from '../review/derive.ts';
import { coarsePointer } from '../review/device.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { DraftRow } from './draft-row.tsx';
import { MarkRow } from './mark-row.tsx';
import { Section } from './section.tsx';

/** The person's own marks; what is done with lies folded below. */
export function MarkList() {
  const desk = useDesk();
  const view = desk.view();
  const { outstanding, toVerify, verified, withdrawn } = groupMarks(view.review.marks);
  const drafts = desk.drafts.all.value;
  const words = strings.marks;
  const gone = withdrawn.length;
  const settled = verified.length + gone > 0 ? words.settledSince(verified.length, gone) : words.emptyReadOnly;
  const over = toVerify.length > 0 ? words.allReported : settled;
  const closed = view.review.status === 'preparing' ? words.emptyPreparing : over;
  const empty = view.can.mark ? (coarsePointer() ? words.emptyTouch : words.emptyMouse) : closed;
  return (
    <>
      <Section id="marks" title={words.title} count={outstanding.length} open>
        {outstanding.length + drafts.length === 0 && <p class="quiet lead">{empty}</p>}
        <ul class="rows">
          {drafts.map((draft) => (
            <DraftRow key={draft.key} draft={draft} />
          ))}
          {outstanding.map((mark) => (
            <MarkRow key={mark.id} mark={mark} />
          ))}
        </ul>
      </Section>
      {verified.length > 0 && (
        <Section title={words.verified} count={verified.length} open={false}>
          <ul class="rows">
            {verified.map((mark) => (
              <MarkRow key={mark.id} mark={mark} />
            ))}
          </ul>
        </Section>
      )}
      {withdrawn.length > 0 && (
        <Section title={words.withdrawn} count={withdrawn.length} open={false}>
          <ul class="rows">
            {withdrawn.map((mark) => (
              <MarkRow key={mark.id} mark={mark} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
