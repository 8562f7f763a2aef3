import type { ComponentChildren } from 'preact';
import { isNoise } from '../../contract/needs-look.ts';
import { trimText } from '../../contract/trim-text.ts';
import { nameOf, openChanges } from '../compare/counterpart.ts';
import type { Draft } from '../marking/drafts.ts';
import { unseenOf } from '../review/derive.ts';
import type { UiState } from '../review/ui-state.ts';
import { useReview } from '../review/use-review.ts';
import { cutNotices } from '../review/words.ts';
import { Button } from '../shared/button.tsx';
import { Icon } from '../shared/icons.tsx';
import { Problem } from '../shared/problem.tsx';
import { mayComeBack, type Outcome } from './decision.ts';
import { dialog as words } from './dialog-strings.ts';

/** Closes the dialog and opens, scrolls to and focuses a section of the side panel. */
function showSection(ui: UiState, id: string): void {
  ui.dialog.value = null;
  ui.right.value = true;
  if (ui.phone.value) ui.sheet.value = 'full';
  // A closing dialog restores the former focus first.
  setTimeout(() => {
    const section = document.getElementById(id);
    if (section instanceof HTMLDetailsElement) section.open = true;
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector('summary')?.focus();
  });
}

const maxLabels = 4;

function Open({ children, show }: { children: ComponentChildren; show: () => void }) {
  return (
    <li class="not-yet">
      <span>{children}</span>
      <Button class="button-small" onClick={show}>
        {words.showMe}
      </Button>
    </li>
  );
}

function Unseen() {
  const controller = useReview();
  const { ui } = controller;
  const unseen = unseenOf(controller.view().review, ui.seen.value, ui.signedIn.value);
  if (unseen.length === 0) return null;
  return (
    <li class="not-yet">
      <span>{words.unseen}</span>
      {unseen.slice(0, maxLabels).map((shot) => (
        <Button
          key={shot.index}
          class="button-small"
          aria-label={words.showShot(shot.label)}
          onClick={() => {
            ui.dialog.value = null;
            if (ui.phone.value) ui.sheet.value = 'peek';
            controller.goToShot(shot.index);
          }}
        >
          {shot.label}
        </Button>
      ))}
      {unseen.length > maxLabels && <span>{words.moreUnseen(unseen.length - maxLabels)}</span>}
    </li>
  );
}

function DraftActs({ draft }: { draft: Draft }) {
  const controller = useReview();
  const { key, body, markId } = draft;
  const act = (name: string, does: () => void) => (
    <Button class="button-small" aria-label={words.ofDraft(name, body)} onClick={does}>
      {name}
    </Button>
  );
  return (
    <div class="draft-acts">
      <span dir="auto">{words.draft(body)}</span>
      {act(markId === null ? words.saveDraft : words.saveEdit(markId), () => void controller.saveDraft(key))}
      {act(words.discard, () => controller.discardDraft(key))}
      <Problem text={draft.problem} />
    </div>
  );
}

/** Lists the drafts, which stay unless the person discards them. */
function Drafts() {
  const controller = useReview();
  const drafts = controller.drafts.all.value.filter(({ key, body }) => trimText(body) !== '' && !controller.waits(key));
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

/** Lists what is still open. Nothing of it blocks the decision. */
function NotYet({ outcome }: { outcome: Outcome }) {
  const controller = useReview();
  const { review } = controller.view();
  const { toVerify, unsent } = controller.counts();
  const findings = review.findings.filter(({ status }) => status === 'shown').length;
  const suggestions = review.suggestions.filter(({ status }) => status === 'pending').length;
  const to = (id: string) => () => showSection(controller.ui, id);
  return (
    <ul class="not-yets">
      <Unseen />
      {toVerify > 0 && outcome === 'changes_requested' && <Open show={to('verify')}>{words.toVerify(toVerify)}</Open>}
      {suggestions > 0 && <Open show={to('guests')}>{words.suggestions(suggestions)}</Open>}
      {findings > 0 && <Open show={to('findings')}>{words.findings(findings)}</Open>}
      {unsent > 0 && <Open show={to('marks')}>{words.unsent(unsent)}</Open>}
      <Drafts />
    </ul>
  );
}

/**
 * States what a decision means before it is made. `accepted`: the screenshots, by index, that it accepts by their causes;
 * null where it says nothing of them
 */
export function DecisionSummary({ outcome, accepted }: { outcome: Outcome; accepted: readonly number[] | null }) {
  const controller = useReview();
  const view = controller.view();
  const { review } = view;
  const counts = controller.counts();
  const changes = openChanges(review);
  const noise = review.screenshots.filter(isNoise).length;
  const others = counts.outstanding - counts.mustFix;
  const { accepted_screenshots: last = [] } = view;
  const dropped = accepted === null ? 0 : last.filter((index) => !accepted.includes(index)).length;
  const back = outcome === 'changes_requested' && mayComeBack(review).length > 0;
  const lines =
    outcome === 'approved'
      ? [
          changes === null
            ? words.approves(review.screenshots.length)
            : words.approvesChanges(changes, nameOf(view, 'base')),
          noise > 0 && words.noise(noise),
          counts.toVerify > 0 && words.counted(counts.toVerify),
          others > 0 && words.stay(others),
        ]
      : [
          counts.outstanding > 0 ? words.handsOver(counts.outstanding, counts.mustFix) : !back && words.noteAlone,
          back && words.comesBack,
          accepted !== null && words.accepts(accepted.length, nameOf(view, 'base')),
          dropped > 0 && words.acceptsNoLonger(dropped),
        ];
  return (
    <>
      {lines
        .filter((line) => line !== false)
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
      {cutNotices(review.screenshots).map((line) => (
        <p key={line} class="cut-note">
          <Icon name="info" /> {line}
        </p>
      ))}
      <NotYet outcome={outcome} />
    </>
  );
}
