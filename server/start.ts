import type { Logger } from 'pino';
import { readAppConfig } from '../app/config.ts';
import { followDatabase } from './adapters/clock/index.ts';
import type { Lookup } from './adapters/outbound/index.ts';
import type { CreationState } from './api/create-app/index.ts';
import { bootstrap } from './bootstrap.ts';
import type { Config } from './config.ts';
import { connectDatabase } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import { launch } from './launch.ts';
import { openAppCreation, openData } from './open-data.ts';
import { listenOrStop, runInstances } from './run-instances.ts';

export interface RunningService {
  baseUrl: string;
  /**
   * The address at which the GitHub App is created, which contains a secret; null when there is an App, or none can be
   * created. Do not log it.
   */
  setupUrl: string | null;
  /** Resolves when the embedded PostgreSQL exits by itself, with what it printed last. The service must then stop. */
  databaseFailed: Promise<string>;
  /** Resolves with the error when the service stopped listening and cannot listen again. The service must then stop. */
  listenFailed: Promise<unknown>;
  /** Accepts no new work, lets running work end, and releases everything; within 10 s. */
  stop(): Promise<void>;
}

function warnOfPrivateRanges({ outboundAllow }: Config, log: Logger): void {
  for (const { use, cidr, port } of outboundAllow) {
    log.warn({ use: use ?? 'all', cidr, port }, 'outbound calls may reach a private range');
  }
}

export interface StartOptions {
  /** Where the settings of the GitHub App are. */
  environment?: NodeJS.ProcessEnv;
  /** The time; without it the database's. */
  clock?: () => Date;
  /** How names are resolved; without it as the system does. */
  lookup?: Lookup | undefined;
  /** When it is aborted, the start closes what it opened and fails. */
  signal?: AbortSignal;
}

/** Starts the configured role, with an embedded PostgreSQL when no database is configured. */
export async function startService(
  config: Config,
  log: Logger,
  print: (line: string) => void,
  { environment = {}, clock, lookup, signal }: StartOptions = {},
): Promise<RunningService> {
  const opened = new AsyncDisposableStack();
  try {
    const data = await openData(config, print, signal);
    opened.defer(() => data.close());
    signal?.throwIfAborted();
    const { databaseUrl, secretKey } = data;
    const applied = await migrate(databaseUrl);
    if (applied.length > 0) log.info({ applied }, 'migrated');
    signal?.throwIfAborted();
    warnOfPrivateRanges(config, log);
    const followed = clock === undefined ? await followDatabase(databaseUrl, log) : null;
    opened.defer(() => followed?.close());
    const now = clock ?? followed?.now ?? (() => new Date());
    const db = connectDatabase(databaseUrl);
    opened.defer(() => db.$disconnect());
    const given = { config, databaseUrl, secretKey, log, clock: now, lookup, shared: db };
    const start = async (credentials: Record<string, string> | null, creation: CreationState) => {
      const hasApp = config.runsApp || credentials !== null;
      const appConfig = hasApp ? readAppConfig({ ...environment, ...credentials }, config.baseUrl) : null;
      return launch(await bootstrap({ ...given, appConfig, creation }), config);
    };
    let setupUrl: string | null = null;
    let listenFailed: Promise<unknown> = new Promise(() => {});
    // Credentials in the environment take precedence.
    if (config.runsApp) {
      const instance = await start(null, 'environment');
      await listenOrStop(instance);
      opened.defer(() => instance.stop());
    } else {
      const creation = openAppCreation(config, db, secretKey, now);
      const instances = await runInstances(creation, start, log);
      opened.defer(() => instances.stop());
      listenFailed = instances.failed;
      if (!instances.hasApp) setupUrl = `${config.baseUrl}/github/setup?secret=${await creation.secret()}`;
    }
    signal?.throwIfAborted();
    const { baseUrl } = config;
    return { baseUrl, setupUrl, databaseFailed: data.failed, listenFailed, stop: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync().catch(() => {});
    throw error;
  }
}
