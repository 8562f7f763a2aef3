import { pullRequestOf } from '../review/derive.ts';
import type { Mode, Screenshot } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { Icon, Logo } from './icons.tsx';
import { PassMenu } from './pass-menu.tsx';
import { ViewModes } from './view-modes.tsx';

interface Props {
  shot: Screenshot | undefined;
  modes: readonly Mode[];
  mode: Mode;
}

/** What the pass is about, in one line, and the ways to compare it. */
export function TopBar({ shot, modes, mode }: Props) {
  const desk = useDesk();
  const { review } = desk.view();
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
        {number !== null && <span class="fact fact-number">{strings.pullRequestShort(number)}</span>}
        <PassMenu />
        {review.revision !== null && (
          <span class="fact fact-revision" title={review.revision}>
            {strings.revision(review.revision)}
          </span>
        )}
      </div>
      <ViewModes shot={shot} modes={modes} mode={mode} />
      <button
        type="button"
        class="icon-button only-wide"
        aria-label={strings.help.open}
        title={`${strings.help.open} (?)`}
        onClick={() => {
          desk.screen.dialog.value = { kind: 'help' };
        }}
      >
        <span aria-hidden="true">?</span>
      </button>
      <button
        type="button"
        class="icon-button only-wide"
        aria-pressed={desk.screen.right.value}
        aria-label={strings.columns.right}
        title={`${strings.columns.right} (])`}
        onClick={() => {
          desk.screen.right.value = !desk.screen.right.value;
        }}
      >
        <Icon name="menu" />
      </button>
    </header>
  );
}
