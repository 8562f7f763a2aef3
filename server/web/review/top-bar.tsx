import { pullRequestOf } from '../../contract/reference.ts';
import { frame } from '../shared/frame.ts';
import { IconButton, Logo } from '../shared/icons.tsx';
import type { Mode, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { PassMenu } from './pass-menu.tsx';
import { FrameTools, ViewModes } from './reviewer-later.ts';
import { useReview } from './use-review.ts';

interface Props {
  shot: Screenshot | undefined;
  modes: readonly Mode[];
  mode: Mode;
}

export function TopBar({ shot, modes, mode }: Props) {
  const controller = useReview();
  const { review } = controller.view();
  const { guest } = controller;
  const number = pullRequestOf(review.reference);
  return (
    <header class="top-bar">
      <span class="brand">
        <Logo /> <span class="brand-name">{strings.brand}</span>
      </span>
      <h1 class="title" title={review.title} data-shot={shot?.label} dir="auto">
        {review.title}
      </h1>
      <div class="facts">
        {guest !== null && <guest.parts.GuestBadge />}
        {number !== null && <span class="fact fact-number">{strings.pullRequestShort(number)}</span>}
        <PassMenu />
        {guest !== null && <guest.parts.OpenUntil />}
        {review.revision !== null && (
          <span class="fact fact-revision" title={review.revision}>
            {strings.revision(review.revision)}
          </span>
        )}
      </div>
      {guest === null && <ViewModes shot={shot} modes={modes} mode={mode} />}
      <button
        type="button"
        class="icon-button only-wide"
        aria-label={strings.help.open}
        title={`${strings.help.open} (?)`}
        onClick={() => (controller.ui.dialog.value = { kind: 'help' })}
      >
        <span aria-hidden="true">?</span>
      </button>
      <IconButton
        class="icon-button only-wide"
        icon="menu"
        name={strings.columns.right}
        title={`${strings.columns.right} (])`}
        aria-pressed={controller.ui.right.value}
        onClick={() => (controller.ui.right.value = !controller.ui.right.value)}
      />
      {frame !== null && <FrameTools />}
    </header>
  );
}
