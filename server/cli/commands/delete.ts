import { ServiceError } from '../../contract/client.ts';
import { defineCommand } from '../command.ts';
import { CommandError } from '../failure.ts';
import { readId } from '../parse.ts';
import { retry } from '../retry.ts';
import { line } from '../text.ts';

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
      const answer = await terminal.ask(`Delete "${line(review.title)}" (pass ${review.pass}) for good? [y/N] `);
      if (!/^y(es)?$/i.test(answer))
        throw new CommandError('not_confirmed', 'Nothing was deleted. Add --yes, or answer y.');
    }
    const deleted = await retry(
      async (unsure) => {
        try {
          return await session.once('delete_review', { id });
        } catch (error) {
          if (unsure && error instanceof ServiceError && error.status === 404) return { id, deleted: true };
          throw error;
        }
      },
      { note: session.note },
    );
    return { document: deleted, text: `Deleted review ${id}.` };
  },
});
