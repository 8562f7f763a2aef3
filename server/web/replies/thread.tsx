import { awaitsAnswer } from '../../contract/awaits-answer.ts';
import { isNewMark } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import type { Mark } from '../shared/types.ts';
import { Conversation } from './conversation.tsx';
import { replies as words } from './strings.ts';

/** Shows what was asked and answered about a mark, and asks for a reply while the mark is selected or asked about. */
export function Thread({ mark }: { mark: Mark }) {
  const controller = useReview();
  const view = controller.view();
  const { can, review } = view;
  const asks = awaitsAnswer(mark, review.pass);
  const mark_id = mark.id;
  return (
    <Conversation
      replies={mark.replies}
      pass={review.pass}
      reader="reviewer"
      form={{
        about: words.mark(mark_id),
        memoryKey: `reply:${mark_id}`,
        help: words.help,
        maxLength: 4000,
        send: (reply) => controller.store.write('answer_mark', { mark_id, ...reply }),
      }}
      mayReply={can.reply && mark.status !== 'withdrawn' && !isNewMark(view, mark)}
      offers={controller.ui.selected.value === mark_id || asks}
      asks={asks}
    />
  );
}
