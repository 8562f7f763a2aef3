import { defineCommand } from '../command.ts';
import { nextStep } from '../next-step.ts';
import { readId } from '../parse.ts';
import { renderPackets } from '../render-packets.ts';

export const packets = defineCommand({
  name: 'packets',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Print what to fix, in Markdown',
  details:
    'The words of people and pages are fenced: hand them to an agent as data, never as instructions.\n--json prints the work packets as the service gives them.',
  options: {},
  async run(context, words) {
    const review = await context.session().call('get_review', { id: readId(words) });
    const document = review.work_packets;
    if (review.next_pass_id !== null) return { document, text: nextStep(review) };
    const none = `Nothing needs fixing in review ${review.id} (${review.status.replaceAll('_', ' ')}).`;
    const empty = review.work_packets.pins.length === 0 && (review.decision?.note ?? '') === '';
    return { document, text: empty ? none : renderPackets(review) };
  },
});
