import { defineCommand } from '../command.ts';
import { forgetLogin } from '../config-file.ts';

export const logout = defineCommand({
  name: 'logout',
  arguments: '',
  count: [0, 0],
  summary: 'Forget the token of the service',
  details:
    'The workspace, its reviews and their links stay. Without a copy of the token you cannot list the reviews\nagain. To delete them, use delete-workspace first.',
  options: {},
  async run({ env, url }) {
    const forgotten = await forgetLogin(env, url);
    return {
      document: { url, logged_out: forgotten },
      text: forgotten
        ? `Forgot the token of ${url}. Without a copy of it you cannot list the workspace’s reviews again; their links still work.`
        : `There was no token of ${url} to forget.`,
    };
  },
});
