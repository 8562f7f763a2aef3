import type { Logger } from 'pino';
import {
  type Copied,
  checkStorage,
  copyFiles,
  liesWithin,
  openStorage,
  type StorageLocation,
} from './adapters/storage/index.ts';
import { bootstrap } from './bootstrap.ts';
import type { Config } from './config.ts';
import { connectDatabase } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import { probeStorage } from './domain/health/health.ts';
import { eraseNamedWorkspace } from './domain/retention/erase-workspace.ts';
import { type OpenData, openAppCreation, openData } from './open-data.ts';

/** Nothing runs here; this is how long closing the connections may take. */
const STOP_MS = 8_000;

/** Resolves like `work`, or rejects as soon as `signal` is aborted. */
async function unlessAborted<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  return Promise.race([work(), aborted]);
}

/** Runs work on the data, over the database that the service would use. */
async function withData<Result>(
  config: Config,
  print: (line: string) => void,
  signal: AbortSignal,
  work: (data: OpenData) => Promise<Result>,
): Promise<Result> {
  const data = await openData(config, print, signal);
  try {
    return await unlessAborted(signal, () => work(data));
  } finally {
    await data.close();
  }
}

/**
 * Deletes the stored GitHub App that was created from the service's page.
 * @returns the App's page on GitHub, where it still exists; null when there was none
 */
export function forgetGitHubApp(
  config: Config,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<string | null> {
  return withData(config, say, signal, async ({ databaseUrl, secretKey }) => {
    await migrate(databaseUrl);
    const db = connectDatabase(databaseUrl);
    try {
      const forgotten = await openAppCreation(config, db, secretKey, () => new Date()).forget();
      return forgotten?.pageUrl ?? null;
    } finally {
      await db.$disconnect();
    }
  });
}

/** Copies all screenshots from their current storage to another, which then has them all. */
export async function copyShots(
  from: StorageLocation,
  to: StorageLocation,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<Copied> {
  // Otherwise it would copy its own copies again and again.
  if (liesWithin(to, from)) throw new Error('The other place is this one or lies within it: name one beside it.');
  const [source, target] = await Promise.all([openStorage(from), openStorage(to)]);
  try {
    if (to.kind === 's3') {
      const silence = await checkStorage(target, to, probeStorage(target));
      if (silence !== null) throw new Error(silence);
    }
    return await unlessAborted(signal, () =>
      copyFiles(source, target, ({ seen, copied, bytes }) => {
        print(`${seen} files seen, ${copied} copied (${(bytes / 1_000_000).toFixed(1)} MB)`);
      }),
    );
  } finally {
    source.close();
    target.close();
  }
}

/**
 * Deletes the workspace with this id, or that of the jobs of this `owner/name`. Throws when there is none, or more than
 * one.
 */
export function deleteWorkspace(
  config: Config,
  log: Logger,
  say: (line: string) => void,
  named: string,
  signal: AbortSignal,
) {
  return withData(config, say, signal, async ({ databaseUrl, secretKey }) => {
    await migrate(databaseUrl);
    const service = await bootstrap({ config: { ...config, role: 'web' }, databaseUrl, secretKey, log });
    try {
      return await eraseNamedWorkspace(service.ports, named);
    } finally {
      await Promise.all([service.server.close(), service.queue.stop(STOP_MS)]);
      await service.close();
    }
  });
}
