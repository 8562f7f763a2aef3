import { defineCommand } from '../command.ts';
import { checkWritable, configPath, storeLogin } from '../config-file.ts';
import { UsageError } from '../failure.ts';
import { moment } from '../text.ts';

export const rotateToken = defineCommand({
  name: 'rotate-token',
  arguments: '',
  count: [0, 0],
  summary: 'Replace the token; the old one works for ten more minutes',
  details:
    'Keeps the new token where login keeps it. A token from SIGHTLINE_TOKEN or --token is replaced with --json alone,\nwhich prints the new one for you to keep.',
  options: {},
  async run(context) {
    const { terminal, env, url, givenToken } = context;
    if (givenToken !== null && !terminal.json) {
      throw new UsageError(
        'The token in use is not from a login. Add --json to get the new one, and keep it yourself.',
      );
    }
    const session = context.session();
    if (givenToken === null) await checkWritable(env);
    const made = await session.call('rotate_token', {});
    const { token, workspace_id, token_expires_at } = made;
    terminal.hide(token);
    if (givenToken === null) await storeLogin(env, url, { token, workspace_id, token_expires_at });
    return {
      document: { url, ...made },
      text: `The new token is in ${configPath(env)}, until ${moment(token_expires_at)}. The old one works for ten more minutes.`,
    };
  },
});
