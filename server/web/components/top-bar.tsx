import { ownAddress, passesOf, pullRequestOf } from '../review/derive.ts';
import type { Mode } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { Icon, Logo } from './icons.tsx';
import { ViewModes } from './view-modes.tsx';

export function TopBar({ modes, mode }: { modes: Mode[]; mode: Mode }) {
  const desk = useDesk();
  const view = desk.view();
  const { review } = view;
  const number = pullRequestOf(review.reference);
  const passes = passesOf(view);
  return (
    <header class="top-bar">
      <span class="brand">
        <Logo /> <span class="brand-name">{strings.brand}</span>
      </span>
      <h1 class="title" title={review.title}>
        {review.title}
      </h1>
      <p class="facts">
        {number !== null && <span class="fact">PR #{number}</span>}
        <span class="fact">{strings.pass(review.pass, passes)}</span>
        {review.revision !== null && <span class="fact fact-revision">{strings.revision(review.revision)}</span>}
        {view.previous !== null && (
          <a class="fact fact-revision" href={ownAddress(view.previous.review_url)}>
            {strings.banner.previous(view.previous.pass)}
          </a>
        )}
      </p>
      <ViewModes modes={modes} mode={mode} />
      <button
        type="button"
        class="icon-button"
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
