import { defineCommand } from '../command.ts';
import { forgetLogin } from '../config-file.ts';
import { CommandError } from '../failure.ts';
import { moment, plural, table } from '../text.ts';

export const billing = defineCommand({
  name: 'billing',
  arguments: '',
  count: [0, 0],
  summary: 'Show the credits left and what reviews cost',
  options: {},
  async run(context) {
    const { plan, credits, costs, webhooks_paused, token_expires_at } = await context.session().call('get_billing', {});
    const left = credits.left === null ? 'unlimited' : `${credits.left} of ${credits.allowance ?? '?'}`;
    const rows = [
      ['plan', plan],
      ['credits left', left],
      ['refill', moment(credits.refills_at)],
      [
        'a review costs',
        Object.entries(costs)
          .map(([kind, cost]) => `${kind} ${cost}`)
          .join(', '),
      ],
      ...(webhooks_paused === 0 ? [] : [['webhooks', `${webhooks_paused} paused (sightline resume)`]]),
      ...(token_expires_at === null ? [] : [['token ends', moment(token_expires_at)]]),
    ];
    return { document: { plan, credits, costs, webhooks_paused, token_expires_at }, text: table(rows) };
  },
});

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
