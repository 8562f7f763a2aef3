import { defineCommand } from '../command.ts';
import { confirm } from '../confirm.ts';
import { readId } from '../parse.ts';
import { line } from '../text.ts';

export const deleteBaseline = defineCommand({
  name: 'delete-baseline',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Delete a baseline that is wrong',
  details: 'Undecided reviews that were compared with it are compared with the next one that fits.',
  options: { yes: { type: 'boolean', short: 'y', help: 'Do not ask' } },
  async run(context, words, values) {
    const id = readId(words, 'baseline');
    const session = context.session();
    if (values.yes !== true) {
      const { branch, commit } = await session.call('get_baseline', { id });
      const what = `${line(branch)} at ${line(commit.slice(0, 7))}`;
      await confirm(context.terminal, `Delete the baseline of ${what} for good?`);
    }
    const deleted = await session.end('delete_baseline', { id }, ({ status }) =>
      status === 404 ? { id, deleted: true } : null,
    );
    return { document: deleted, text: `Deleted baseline ${id}.` };
  },
});
