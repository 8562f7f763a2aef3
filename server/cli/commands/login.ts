import { createClient, ServiceError } from '../../contract/client.ts';
import { type Context, defineCommand, type Result } from '../command.ts';
import { checkWritable, configPath, forgetLogin, type Login, storeLogin } from '../config-file.ts';
import { CommandError, UsageError } from '../failure.ts';
import { retry } from '../retry.ts';
import { createSession } from '../session.ts';
import { clean, moment } from '../text.ts';
import { transport } from '../transport.ts';

function result(context: Context, login: Login, how: 'new' | 'kept' | 'there already', more: object = {}): Result {
  const file = configPath(context.env);
  const until = login.token_expires_at === null ? '' : `, until ${moment(login.token_expires_at)}`;
  return {
    document: { url: context.url, ...more, ...login, new: how === 'new', config_file: file },
    text: [
      `${how === 'there already' ? 'Already logged in' : 'Logged in'} at ${context.url}, workspace ${login.workspace_id}${until}.`,
      `The token is in ${file}, which only you can read.`,
      how === 'there already' ? 'For a new, empty workspace: sightline login --new' : 'Next: sightline review FILE|URL',
    ].join('\n'),
  };
}

/** Returns whether the stored token still works. */
async function works(context: Context, token: string): Promise<boolean> {
  try {
    await createSession(context.url, token, context.terminal.note).call('get_billing', {});
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) return false;
    throw error;
  }
}

async function makeToken({ url, terminal }: Context) {
  const anyone = createClient({ baseUrl: url, fetch: transport });
  try {
    return await retry(() => anyone.call('create_try_token', {}), { note: terminal.note });
  } catch (error) {
    // The service does not make new workspaces.
    if (!(error instanceof ServiceError) || error.status !== 403) throw error;
    throw new CommandError(
      'signup_closed',
      `${clean(error.message)} Then: SIGHTLINE_TOKEN=… sightline login --url ${url}`,
    );
  }
}

export const login = defineCommand({
  name: 'login',
  arguments: '',
  count: [0, 0],
  summary: 'Get a token and keep it for the next commands',
  details:
    'Makes a workspace of your own, without an account. If the token of the last login still works, it stays.\n--token (or SIGHTLINE_TOKEN) keeps one that you have already. --json prints the token.',
  examples: ['sightline login', 'sightline login --url https://sightline.example.com'],
  options: { new: { type: 'boolean', help: 'Make a new workspace even if the token still works' } },
  async run(context, _, values) {
    const { terminal, url, env, givenToken } = context;
    if (givenToken !== null && values.new !== true) {
      const session = createSession(url, givenToken, terminal.note);
      const { workspace_id } = await session.call('export_workspace', {});
      const kept = { token: givenToken, workspace_id, token_expires_at: null };
      await storeLogin(env, url, kept);
      return result(context, kept, 'kept');
    }
    if (context.login !== null && values.new !== true && (await works(context, context.login.token))) {
      await storeLogin(env, url, context.login);
      return result(context, context.login, 'there already');
    }
    await checkWritable(env);
    const made = await makeToken(context);
    const { token, workspace_id, token_expires_at, ...more } = made;
    terminal.hide(token);
    const fresh = { token, workspace_id, token_expires_at };
    await storeLogin(env, url, fresh);
    return result(context, fresh, 'new', more);
  },
});

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

export const rotateToken = defineCommand({
  name: 'rotate-token',
  arguments: '',
  count: [0, 0],
  summary: 'Replace the token and all others of the workspace; they work for ten more minutes',
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
      text: `The new token is in ${configPath(env)}, until ${moment(token_expires_at)}. The old ones work for ten more minutes.`,
    };
  },
});
