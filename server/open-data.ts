import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openAppCreation as open, type StoredAppCreation } from '../app/manifest/create-app.ts';
import { startEmbeddedPostgres } from './adapters/embedded-postgres/index.ts';
import { createSecrets } from './adapters/secrets/index.ts';
import { keptSecretKey } from './adapters/secrets/kept-key.ts';
import { checkStorage, holdsFiles, openStorage } from './adapters/storage/index.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import { isUntouched } from './db/migrate.ts';

/** The configured database, or an embedded one that runs until this is closed; and the key to what it stores. */
export interface OpenData {
  databaseUrl: string;
  secretKey: string;
  /** Resolves when the embedded database exits before it is closed, with what it printed last. */
  failed: Promise<string>;
  close(): Promise<void>;
}

/** Returns whether there are screenshots in the storage. @throws Error when it refuses or does not answer */
async function holdsScreenshots(config: Config): Promise<boolean> {
  const storage = await openStorage(config.storage);
  try {
    const silence = config.storage.kind === 's3' ? await checkStorage(storage, config.storage, async () => {}) : null;
    if (silence !== null)
      throw new Error(
        `The database is empty, and the store that STORAGE_URL names does not answer, so it may hold screenshots (${silence}). Start the service again when the store answers.`,
      );
    return await holdsFiles(storage);
  } finally {
    storage.close();
  }
}

const RESTORE = 'Restore the database and the screenshots of one backup together, or begin with a new DATA_DIR.';

/**
 * @throws Error when the data folder contains files of a database that is missing, which means that a restore failed.
 */
async function refuseRemains(config: Config, folder: string): Promise<void> {
  const dataDir = resolve(config.dataDir);
  const inside = await readdir(dataDir, { withFileTypes: true });
  const nested = inside.find(
    (entry) => entry.isDirectory() && existsSync(join(dataDir, entry.name, 'postgres', 'pgdata')),
  );
  if (nested !== undefined) {
    throw new Error(
      `${dataDir} has no database, but ${join(dataDir, nested.name)} is the data folder of a service: a backup was copied into the folder, not to its place. Move that folder to where DATA_DIR points, or set DATA_DIR to it.`,
    );
  }
  if (existsSync(join(folder, 'secret.key')))
    throw new Error(`${folder} has no database, but the key of one (secret.key). ${RESTORE}`);
  if (await holdsScreenshots(config))
    throw new Error(`${dataDir} has no database, but there are screenshots. ${RESTORE}`);
}

/**
 * @throws Error when the database is empty but the storage is not: an hour later its files would be removed, because no
 * row names them.
 */
async function refuseUnrestored(config: Config, url: string): Promise<void> {
  if (!(await isUntouched(url)) || !(await holdsScreenshots(config))) return;
  // Another process may have started meanwhile.
  if (await isUntouched(url))
    throw new Error(
      'The database that DATABASE_URL names is empty, but STORAGE_URL holds screenshots. Restore the database of the same backup first, or set STORAGE_URL to an empty place.',
    );
}

export async function openData(config: Config, print: (line: string) => void, signal?: AbortSignal): Promise<OpenData> {
  const folder = resolve(config.dataDir, 'postgres');
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({
          folder,
          bin: config.postgresBin,
          print,
          signal,
          beforeCreate: (at) => refuseRemains(config, at),
        })
      : null;
  const close = async (): Promise<void> => embedded?.stop();
  try {
    if (config.databaseUrl !== null) await refuseUnrestored(config, config.databaseUrl);
    const secretKey = config.secretKey ?? (await keptSecretKey(embedded?.folder ?? config.dataDir));
    const failed = embedded?.failed ?? new Promise<string>(() => {});
    return { databaseUrl: config.databaseUrl ?? embedded?.url ?? '', secretKey, failed, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the stored GitHub App that was created from the service's page. */
export const openAppCreation = (config: Config, db: Database, secretKey: string, now: () => Date): StoredAppCreation =>
  open({
    ...{ db, secretKey, now },
    secrets: createSecrets(secretKey),
    address: config.baseUrl,
    apiUrl: config.githubApiUrl,
    webUrl: config.githubWebUrl,
  });
