import { ServiceError } from '../../contract/client.ts';
import { defineCommand } from '../command.ts';
import { CommandError } from '../failure.ts';
import { readId } from '../parse.ts';
import { retry } from '../retry.ts';
import { line } from '../text.ts';

export const deleteBaseline = defineCommand({
  name: 'delete-baseline',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Delete a baseline that is wrong',
  details: 'Undecided reviews that were compared with it are compared with the next one that fits.',
  options: { yes: { type: 'boolean', short: 'y', help: 'Do not ask' } },
  async run(context, words, values) {
    const id = readId(words);
    const session = context.session();
    if (values.yes !== true) {
      const { branch, commit } = await session.call('get_baseline', { id });
      const what = `${line(branch)} at ${line(commit.slice(0, 7))}`;
      const answer = await context.terminal.ask(`Delete the baseline of ${what} for good? [y/N] `);
      if (!/^y(es)?$/i.test(answer))
        throw new CommandError('not_confirmed', 'Nothing was deleted. Add --yes, or answer y.');
    }
    const deleted = await retry(
      async (unsure) => {
        try {
          return await session.once('delete_baseline', { id });
        } catch (error) {
          if (unsure && error instanceof ServiceError && error.status === 404) return { id, deleted: true };
          throw error;
        }
      },
      { note: session.note },
    );
    return { document: deleted, text: `Deleted baseline ${id}.` };
  },
});
