import { defineCommand } from '../command.ts';
import { forgetLogin } from '../config-file.ts';
import { CommandError } from '../failure.ts';
import { plural } from '../text.ts';

export const deleteWorkspace = defineCommand({
  name: 'delete-workspace',
  arguments: '',
  count: [0, 0],
  summary: 'Delete everything: every review, baseline and token',
  details: 'There is no way back. "sightline export --out FILE --images FOLDER" keeps a copy.',
  options: { confirm: { type: 'string', value: 'ID', help: 'The workspace’s id, instead of being asked for it' } },
  async run(context, _, values) {
    const { terminal, env, url, givenToken } = context;
    const session = context.session();
    const { workspace_id: id } = await session.call('export_workspace', {});
    const asked = `This deletes workspace ${id} at ${url} with every review and baseline in it, for good.\nType its id to continue: `;
    const confirm = values.confirm ?? (await terminal.ask(asked));
    if (confirm !== id) {
      throw new CommandError('not_confirmed', `Nothing was deleted: the workspace's id is ${id}. Add --confirm ${id}`);
    }
    const deleted = await session.end('delete_workspace', { confirm }, ({ status }) =>
      status === 401 ? { workspace_id: id, deleted: true, reviews: null } : null,
    );
    if (givenToken === null || givenToken === context.login?.token) await forgetLogin(env, url);
    const count = deleted.reviews === null ? '' : ` with ${plural(deleted.reviews, 'review')}`;
    return { document: deleted, text: `Deleted workspace ${id}${count}. Its token no longer works.` };
  },
});
