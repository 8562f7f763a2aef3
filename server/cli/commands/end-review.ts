import { defineCommand } from '../command.ts';
import { confirm } from '../confirm.ts';
import { readId } from '../parse.ts';
import { line } from '../text.ts';

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

export const deleteReview = defineCommand({
  name: 'delete',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Delete a review for good, with its screenshots and marks',
  options: { yes: { type: 'boolean', short: 'y', help: 'Do not ask' } },
  async run(context, words, values) {
    const id = readId(words);
    const session = context.session();
    const { terminal } = context;
    if (values.yes !== true) {
      const review = await session.call('get_review', { id });
      await confirm(terminal, `Delete "${line(review.title)}" (pass ${review.pass}) for good?`);
    }
    const deleted = await session.end('delete_review', { id }, ({ status }) =>
      status === 404 ? { id, deleted: true } : null,
    );
    return { document: deleted, text: `Deleted review ${id}.` };
  },
});
