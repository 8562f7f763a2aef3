import { defineCommand } from '../command.ts';
import { readId } from '../parse.ts';

export const cancel = defineCommand({
  name: 'cancel',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Withdraw a review that nobody has decided',
  options: {},
  async run(context, words) {
    const id = readId(words);
    const session = context.session();
    const review = await session.end('cancel_review', { id }, ({ body }) =>
      body.status === 'cancelled' ? session.once('get_review', { id }) : null,
    );
    return { document: review, text: `Withdrew review ${id}. Its link shows so.` };
  },
});
