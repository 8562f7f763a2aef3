import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from './failure.ts';
import { writePrivate } from './private-file.ts';

export interface Login {
  token: string;
  workspace_id: string;
  /** null when the token was not made here. */
  token_expires_at: string | null;
}

/**
 * The content of `~/.config/sightline/config.json`. Each service has its own token, so that none is sent to another.
 */
export interface Config {
  /** The service used when none is named. */
  url: string | null;
  services: Record<string, Login>;
}

export function configPath(env: NodeJS.ProcessEnv): string {
  const base = env.XDG_CONFIG_HOME ?? '';
  return join(base === '' ? join(homedir(), '.config') : base, 'sightline', 'config.json');
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toLogin(value: unknown): Login | null {
  if (!isRecord(value) || typeof value.token !== 'string' || typeof value.workspace_id !== 'string') return null;
  const { token, workspace_id, token_expires_at: expires } = value;
  return { token, workspace_id, token_expires_at: typeof expires === 'string' ? expires : null };
}

/** Reads the file; a missing one counts as empty. @throws CommandError when it exists but is not ours */
export async function readConfig(env: NodeJS.ProcessEnv): Promise<Config> {
  const path = configPath(env);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { url: null, services: {} };
    throw new CommandError('config', `${path} cannot be read. Check who may read it.`);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || !isRecord(value.services)) throw new Error('not ours');
    const services: Record<string, Login> = {};
    for (const [url, entry] of Object.entries(value.services)) {
      const login = toLogin(entry);
      if (login !== null) services[url] = login;
    }
    return { url: typeof value.url === 'string' ? value.url : null, services };
  } catch {
    throw new CommandError('config', `${path} is damaged. Fix or remove it, then run "sightline login".`);
  }
}

async function writeConfig(env: NodeJS.ProcessEnv, config: Config): Promise<void> {
  const path = configPath(env);
  await writePrivate(path, `${JSON.stringify(config, null, 2)}\n`).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      'config',
      `${path} cannot be written (${error.code}). Set XDG_CONFIG_HOME to another folder.`,
    );
  });
}

/** Proves that a token can be kept, before the service makes one. @throws CommandError */
export const checkWritable = async (env: NodeJS.ProcessEnv): Promise<void> => writeConfig(env, await readConfig(env));

export async function storeLogin(env: NodeJS.ProcessEnv, url: string, login: Login): Promise<void> {
  const config = await readConfig(env);
  await writeConfig(env, { url, services: { ...config.services, [url]: login } });
}

/** Removes the token, but not the address. Returns whether there was one. */
export async function forgetLogin(env: NodeJS.ProcessEnv, url: string): Promise<boolean> {
  const config = await readConfig(env);
  const { [url]: removed, ...services } = config.services;
  if (removed === undefined) return false;
  await writeConfig(env, { ...config, services });
  return true;
}
