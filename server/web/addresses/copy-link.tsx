import { useReview } from '../review/use-review.ts';
import { copyText } from '../shared/copy.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import { frame } from '../shared/frame.ts';
import type { Mark } from '../shared/types.ts';
import { type Addressed, markFragment, shotFragment } from './shown.ts';
import { addresses as words } from './strings.ts';

const withFragment = (fragment: string): string => (frame?.reviewUrl ?? location.href).replace(/#.*$/, '') + fragment;

/** Returns the link of a mark or else of the shown screenshot: the review's link with a fragment. */
function linkOf({ ui, view }: Addressed, mark: Pick<Mark, 'id'> | undefined): { what: string; link: string } {
  const { review } = view();
  if (mark !== undefined) return { what: words.mark(mark.id), link: withFragment(markFragment(mark.id)) };
  const shot = review.screenshots.find(({ index }) => index === ui.shot.value);
  const what = shot === undefined ? words.review : words.shot(shot.label);
  return { what, link: withFragment(shotFragment(review, ui.shot.value)) };
}

/** Copies the link of the selected mark, or else of the shown screenshot, and confirms it by a toast. */
export async function copyLink(controller: Addressed): Promise<void> {
  const selected = controller.view().review.marks.find(({ id }) => id === controller.ui.selected.value);
  const { what, link } = linkOf(controller, selected);
  if (await copyText(link)) return controller.notify(words.copied(what));
  if (frame !== null) return frame.openLink(link);
  history.replaceState(history.state, '', link);
  controller.notify(words.failed);
}

/** Copies the link of a mark, or of the shown screenshot. */
export function CopyLink({ mark }: { mark?: Mark }) {
  const { what, link } = linkOf(useReview(), mark);
  const label = mark === undefined ? words.copyShot : words.copy;
  const name = mark === undefined ? label : words.copyMark(mark.id);
  return <CopyButton what={what} text={link} label={label} name={name} title={words.warning} />;
}
