import { trimText } from '../../contract/trim-text.ts';
import type { ReviewDependencies } from '../review/dependencies.ts';

/** Adds words that were kept under another key to the reply to a mark, not sent yet. Returns false when there are none. */
export function moveToReply(
  { ui, memory, reviewId }: Pick<ReviewDependencies, 'ui' | 'memory' | 'reviewId'>,
  from: string,
  markId: number,
): boolean {
  const [source, to] = [`${reviewId}:${from}`, `${reviewId}:reply:${markId}`];
  const words = trimText(memory.get(source) ?? '');
  if (words === '') return false;
  const reply = trimText(memory.get(to) ?? '');
  memory.set(to, reply === '' ? words : `${reply}\n${words}`);
  memory.remove(source);
  ui.replying.value = `reply:${markId}`;
  return true;
}
