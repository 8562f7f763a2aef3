import { resolve } from 'node:path';
import { openGitHubSetup, type Setup } from '../app/setup/index.ts';
import { startEmbeddedPostgres } from './adapters/embedded-postgres/index.ts';
import { keptSecretKey } from './adapters/secrets/kept-key.ts';
import type { Config } from './config.ts';

/** The database that is named, or one of our own, which runs until this is closed; and the key to what it holds. */
export interface OpenData {
  databaseUrl: string;
  secretKey: string;
  close(): Promise<void>;
}

export async function openData(config: Config, say: (line: string) => void): Promise<OpenData> {
  const folder = resolve(config.dataDir, 'postgres');
  const embedded =
    config.databaseUrl === null ? await startEmbeddedPostgres({ folder, bin: config.postgresBin, say }) : null;
  const close = async (): Promise<void> => embedded?.stop();
  try {
    const secretKey = config.secretKey ?? (await keptSecretKey(embedded?.folder ?? config.dataDir));
    return { databaseUrl: config.databaseUrl ?? embedded?.url ?? '', secretKey, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What is kept there of the GitHub App that was created from the service's page. */
export function openSetup(config: Config, { databaseUrl, secretKey }: OpenData, now: () => Date): Promise<Setup> {
  return openGitHubSetup({
    databaseUrl,
    secretKeys: secretKey.split(',').map((key) => key.trim()),
    address: config.baseUrl,
    apiUrl: config.githubApiUrl,
    webUrl: config.githubWebUrl,
    now,
  });
}
