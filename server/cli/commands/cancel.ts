import { ServiceError } from '../../contract/client.ts';
import { defineCommand } from '../command.ts';
import { readId } from '../parse.ts';
import { retry } from '../retry.ts';

export const cancel = defineCommand({
  name: 'cancel',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Withdraw a review that nobody has decided',
  options: {},
  async run(context, words) {
    const id = readId(words);
    const session = context.session();
    const review = await retry(
      async (unsure) => {
        try {
          return await session.once('cancel_review', { id });
        } catch (error) {
          const done = unsure && error instanceof ServiceError && error.body.status === 'cancelled';
          if (done) return session.once('get_review', { id });
          throw error;
        }
      },
      { note: session.note },
    );
    return { document: review, text: `Withdrew review ${id}. Its link shows so.` };
  },
});
