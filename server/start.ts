import { resolve } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { App } from '../app/index.ts';
import { openGitHubSetup, type Setup } from '../app/setup/index.ts';
import { followDatabase, type SharedClock } from './adapters/clock/index.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './adapters/embedded-postgres/index.ts';
import { type Copied, checkStorage, copyFiles, openStorage, type StorageLocation } from './adapters/storage/index.ts';
import type { Config } from './config.ts';
import { migrate } from './db/migrate.ts';
import { describeFault } from './domain/describe-fault.ts';
import { probeStorage } from './domain/health/probe-storage.ts';
import { eraseNamedWorkspace } from './domain/workspace/erase-named-workspace.ts';
import type { SetupState } from './faces/setup/setup.ts';
import { type Service, secretKeyOf, wire } from './wire.ts';
import { startWork } from './work.ts';

const DRAIN_MS = 8_000;
/** Of it, for giving back what did not end. */
const GIVE_BACK_MS = 1_000;
/** How often a process without an App looks whether another one created it. */
const LOOK_FOR_APP_MS = 5_000;

export interface RunningService {
  baseUrl: string;
  /** Where the GitHub App is created, its secret included; null when there is one, or none can be. Not for logs. */
  setupUrl: string | null;
  /** Takes no new work, lets what runs end, and gives everything back; within 10 s. */
  stop(): Promise<void>;
}

/** The GitHub App inside this process: it has its own schema and reads the service over HTTP, as it would alone. */
async function createOwnApp(
  config: Config,
  databaseUrl: string,
  secretKey: string,
  environment: NodeJS.ProcessEnv,
): Promise<App> {
  // Most services run without it, and start sooner for that.
  const { createApp, readConfig } = await import('../app/index.ts');
  return createApp(
    readConfig({
      ...environment,
      PORT: String(config.port),
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      APP_URL: config.appUrl ?? config.baseUrl,
      SERVICE_URL: environment.SERVICE_URL ?? config.baseUrl,
    }),
  );
}

/** What works in this process: one for good, or until a GitHub App is created and another takes over. */
interface Generation {
  listen(): Promise<void>;
  /** No connection is taken any more; the rest is for `stop`. */
  stopListening(): Promise<void>;
  stop(): Promise<void>;
}

async function launch(
  wired: (app: App | null) => Promise<Service>,
  app: App | null,
  config: Config,
): Promise<Generation> {
  const service = await wired(app).catch(async (error: unknown) => {
    await app?.close();
    throw error;
  });
  const { server, door, queue } = service;
  const port = config.role === 'worker' ? config.healthPort : config.port;
  let endWork = async (_withinMs: number): Promise<void> => {};
  async function stop(): Promise<void> {
    // Whoever spreads the requests is to see first that no more should come.
    const noticeMs = server.server.listening ? config.drainSeconds * 1000 : 0;
    service.leave();
    if (noticeMs > 0) await wait(noticeMs);
    const drainMs = DRAIN_MS - noticeMs;
    const hurry = setTimeout(() => server.server.closeAllConnections(), drainMs / 2);
    await Promise.all([
      server.close(),
      door.close(),
      queue.stop(drainMs),
      endWork(drainMs - GIVE_BACK_MS),
      app?.close(),
    ]);
    clearTimeout(hurry);
    await service.close();
  }
  try {
    await app?.start();
    if (config.role !== 'web') endWork = await startWork(service, config);
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
  return {
    async listen() {
      if (port !== null) await door.listen({ port, host: config.host });
    },
    async stopListening() {
      door.close().catch(() => {});
      while (door.server.listening) await nextTurn();
    },
    stop,
  };
}

/**
 * Starts what the configuration's role says, with an embedded PostgreSQL when no database is named. The time is the
 * database's unless `clock` tells another.
 */
export async function startService(
  config: Config,
  log: Logger,
  say: (line: string) => void,
  environment: NodeJS.ProcessEnv = {},
  clock: (() => Date) | null = null,
): Promise<RunningService> {
  let embedded: EmbeddedPostgres | null = null;
  let shared: SharedClock | null = null;
  if (config.databaseUrl === null) {
    const folder = resolve(config.dataDir, 'postgres');
    embedded = await startEmbeddedPostgres({ folder, bin: config.postgresBin, say });
  }
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  try {
    const applied = await migrate(config.databaseDirectUrl ?? databaseUrl);
    if (applied.length > 0) log.info({ applied }, 'migrated');
    for (const rule of config.outboundAllow) {
      log.warn(
        { use: rule.use ?? 'all', cidr: rule.cidr, port: rule.port },
        'outbound calls may reach a private range',
      );
    }
    const secretKey = await secretKeyOf(config, embedded?.folder ?? config.dataDir);
    if (clock === null) shared = await followDatabase(databaseUrl, log);
    const now = clock ?? shared?.now ?? (() => new Date());

    // Credentials in the environment win, and an App elsewhere is the operator's too.
    const setup: Setup | null =
      config.runsApp || config.appUrl !== null
        ? null
        : await openGitHubSetup(setupOptions(config, databaseUrl, secretKey, now));
    /** `own`: the credentials of the App that was created here. */
    async function start(own: Record<string, string> | null): Promise<Generation> {
      const settings = own === null ? config : { ...config, appUrl: config.baseUrl, runsApp: true };
      const app = settings.runsApp
        ? await createOwnApp(settings, databaseUrl, secretKey, { ...environment, ...own })
        : null;
      const state: SetupState =
        setup === null
          ? config.runsApp
            ? 'environment'
            : 'elsewhere'
          : { setup, runs: own !== null, prepare: () => prepare() };
      return launch((mounted) => wire(settings, databaseUrl, secretKey, log, mounted, now, state), app, settings);
    }

    let stopped = false;
    let prepared: Promise<Generation | null> | null = null;
    let takeover: Promise<void> | null = null;
    async function prepare(): Promise<(() => void) | null> {
      prepared ??= (setup?.environment() ?? Promise.resolve(null))
        .then((own) => (own === null ? null : start(own)))
        .catch((error: unknown) => {
          log.error({ error: describeFault(error) }, 'the GitHub App cannot be started');
          return null;
        });
      const next = await prepared;
      if (next === null) prepared = null;
      return next === null ? null : () => void takeOver(next);
    }
    /** The one with the App listens where the one without did; what that one does ends in peace. */
    function takeOver(next: Generation): void {
      if (stopped || takeover !== null) return;
      const old = current;
      takeover = (async () => {
        clearInterval(looking);
        await old.stopListening();
        current = next;
        await next.listen();
        log.info('the GitHub App runs');
        await old.stop();
      })().catch((error: unknown) => log.error({ error: describeFault(error) }, 'the GitHub App took over'));
    }

    const own = (await setup?.environment()) ?? null;
    let current = await start(own);
    await current.listen();
    const look = async (): Promise<void> => {
      if ((await setup?.app()) != null) (await prepare())?.();
    };
    const looking =
      setup === null || own !== null
        ? undefined
        : setInterval(() => {
            look().catch((error: unknown) => log.warn({ error: describeFault(error) }, 'looking for a GitHub App'));
          }, LOOK_FOR_APP_MS).unref();
    return {
      baseUrl: config.baseUrl,
      setupUrl: setup === null || own !== null ? null : `${config.baseUrl}/github/setup?secret=${await setup.secret()}`,
      async stop() {
        stopped = true;
        clearInterval(looking);
        const waiting = await prepared;
        await takeover;
        await Promise.all([current.stop(), waiting === current ? null : waiting?.stop()]);
        shared?.close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    shared?.close();
    await embedded?.stop();
    throw error;
  }
}

const setupOptions = (config: Config, databaseUrl: string, secretKey: string, now: () => Date) => ({
  databaseUrl,
  secretKeys: secretKey.split(',').map((key) => key.trim()),
  address: config.baseUrl,
  apiUrl: config.githubApiUrl,
  webUrl: config.githubWebUrl,
  now,
});

/** Does something with the data, over the database that the service would start. */
async function withData<Result>(
  config: Config,
  say: (line: string) => void,
  work: (databaseUrl: string, secretKey: string) => Promise<Result>,
): Promise<Result> {
  const folder = resolve(config.dataDir, 'postgres');
  const embedded =
    config.databaseUrl === null ? await startEmbeddedPostgres({ folder, bin: config.postgresBin, say }) : null;
  try {
    const secretKey = await secretKeyOf(config, embedded?.folder ?? config.dataDir);
    return await work(config.databaseUrl ?? embedded?.url ?? '', secretKey);
  } finally {
    await embedded?.stop();
  }
}

/**
 * Forgets the GitHub App that was created from the service's page.
 * @returns the App's page on GitHub, where it still is; null when there was none
 */
export function forgetGitHubApp(config: Config, say: (line: string) => void): Promise<string | null> {
  return withData(config, say, async (databaseUrl, secretKey) => {
    const setup = await openGitHubSetup(setupOptions(config, databaseUrl, secretKey, () => new Date()));
    return (await setup.forget())?.pageUrl ?? null;
  });
}

/** Copies all shots from where they are to another place, which is to hold them all afterwards. */
export async function copyShots(
  from: StorageLocation,
  to: StorageLocation,
  say: (line: string) => void,
): Promise<Copied> {
  const [source, target] = await Promise.all([openStorage(from), openStorage(to)]);
  try {
    if (to.kind === 's3') {
      const silence = await checkStorage(target, to, probeStorage(target));
      if (silence !== null) throw new Error(silence);
    }
    return await copyFiles(source, target, ({ seen, copied, bytes }) => {
      say(`${seen} files seen, ${copied} copied (${(bytes / 1_000_000).toFixed(1)} MB)`);
    });
  } finally {
    source.close();
    target.close();
  }
}

/** Deletes the workspace that has this id, or is that of the jobs of this `owner/name`. Throws when there is not one. */
export function deleteWorkspace(config: Config, log: Logger, say: (line: string) => void, named: string) {
  return withData(config, say, async (databaseUrl, secretKey) => {
    await migrate(config.databaseDirectUrl ?? databaseUrl);
    const service = await wire({ ...config, role: 'web' }, databaseUrl, secretKey, log, null, () => new Date());
    try {
      return await eraseNamedWorkspace(service.ports, named);
    } finally {
      await Promise.all([service.server.close(), service.queue.stop(DRAIN_MS)]);
      await service.close();
    }
  });
}
