import type { ComponentChildren } from 'preact';
import { mayComeBack, type Outcome } from '../review/decision.ts';
import { seenKey } from '../review/derive.ts';
import type { Draft } from '../review/drafts.ts';
import { useDesk } from '../review/use-desk.ts';
import { cutNotices } from '../review/words.ts';
import { dialog as words } from '../strings/dialog.ts';
import { Icon } from './icons.tsx';
import { showSection } from './show-section.ts';

const mostLabels = 4;

/** Something that was not looked at, and the way to it. */
function Open({ children, show }: { children: ComponentChildren; show: () => void }) {
  return (
    <li class="not-yet">
      <span>{children}</span>
      <button type="button" class="button button-small" onClick={show}>
        {words.showMe}
      </button>
    </li>
  );
}

function Unseen() {
  const desk = useDesk();
  const { screen } = desk;
  const unseen = desk.view().review.screenshots.filter((shot) => !screen.seen.value.has(seenKey(shot)));
  if (unseen.length === 0) return null;
  return (
    <li class="not-yet">
      <span>{words.unseen}</span>
      {unseen.slice(0, mostLabels).map((shot) => (
        <button
          key={shot.index}
          type="button"
          class="button button-small"
          aria-label={words.showShot(shot.label)}
          onClick={() => {
            screen.dialog.value = null;
            if (screen.phone.value) screen.sheet.value = 'peek';
            desk.goToShot(shot.index);
          }}
        >
          {shot.label}
        </button>
      ))}
      {unseen.length > mostLabels && <span>{words.moreUnseen(unseen.length - mostLabels)}</span>}
    </li>
  );
}

function DraftActs({ draft }: { draft: Draft }) {
  const desk = useDesk();
  const { key, body, markId } = draft;
  const act = (name: string, does: () => void) => (
    <button type="button" class="button button-small" aria-label={words.ofDraft(name, body)} onClick={does}>
      {name}
    </button>
  );
  return (
    <div class="draft-acts">
      <span dir="auto">{words.draft(body)}</span>
      {act(markId === null ? words.saveDraft : words.saveEdit(markId), () => void desk.saveDraft(key))}
      {act(words.discard, () => desk.discardDraft(key))}
      {draft.problem !== undefined && (
        <p class="error" role="alert">
          {draft.problem}
        </p>
      )}
    </div>
  );
}

/** Words that were begun and are no marks yet: kept unless the person says otherwise. */
function Drafts() {
  const desk = useDesk();
  const drafts = desk.drafts.all.value.filter(({ key, body }) => body.trim() !== '' && !desk.waits(key));
  if (drafts.length === 0) return null;
  return (
    <li class="not-yet">
      <span>{words.drafts(drafts.length)}</span>
      {drafts.map((draft) => (
        <DraftActs key={draft.key} draft={draft} />
      ))}
    </li>
  );
}

/** What was not looked at yet: nothing of it stands in the way, all of it is one press away. */
function NotYet({ outcome }: { outcome: Outcome }) {
  const desk = useDesk();
  const { review } = desk.view();
  const { toVerify, unsent } = desk.counts();
  const hints = review.findings.filter(({ status }) => status === 'shown').length;
  const suggestions = review.suggestions.filter(({ status }) => status === 'pending').length;
  const to = (id: string) => () => showSection(desk.screen, id);
  return (
    <ul class="not-yets">
      <Unseen />
      {toVerify > 0 && outcome === 'changes_requested' && <Open show={to('verify')}>{words.toVerify(toVerify)}</Open>}
      {suggestions > 0 && <Open show={to('guests')}>{words.suggestions(suggestions)}</Open>}
      {hints > 0 && <Open show={to('hints')}>{words.hints(hints)}</Open>}
      {unsent > 0 && <Open show={to('marks')}>{words.unsent(unsent)}</Open>}
      <Drafts />
    </ul>
  );
}

/** What a decision means, in full sentences, before it is made. */
export function DecisionSummary({ outcome }: { outcome: Outcome }) {
  const desk = useDesk();
  const { review } = desk.view();
  const counts = desk.counts();
  const others = counts.outstanding - counts.mustFix;
  const back = outcome === 'changes_requested' && mayComeBack(review).length > 0;
  const lines =
    outcome === 'approved'
      ? [
          words.approves(review.screenshots.length),
          counts.toVerify > 0 && words.counted(counts.toVerify),
          others > 0 && words.stay(others),
        ]
      : [
          counts.outstanding > 0 ? words.handsOver(counts.outstanding, counts.mustFix) : !back && words.noteAlone,
          back && words.comesBack,
        ];
  return (
    <>
      {lines
        .filter((line) => line !== false)
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
      {cutNotices(review.screenshots).map((line) => (
        <p key={line} class="cut-hint">
          <Icon name="info" /> {line}
        </p>
      ))}
      <NotYet outcome={outcome} />
    </>
  );
}
