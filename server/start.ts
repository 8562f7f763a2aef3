import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { App } from '../app/index.ts';
import type { Setup } from '../app/setup/index.ts';
import { followDatabase, type SharedClock } from './adapters/clock/index.ts';
import type { Config } from './config.ts';
import { migrate } from './db/migrate.ts';
import { describeFault } from './domain/describe-fault.ts';
import type { SetupState } from './faces/setup/setup.ts';
import { openData, openSetup } from './open-data.ts';
import { type Service, wire } from './wire.ts';
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
  const data = await openData(config, say);
  const { databaseUrl, secretKey } = data;
  let shared: SharedClock | null = null;
  try {
    const applied = await migrate(config.databaseDirectUrl ?? databaseUrl);
    if (applied.length > 0) log.info({ applied }, 'migrated');
    for (const rule of config.outboundAllow) {
      log.warn(
        { use: rule.use ?? 'all', cidr: rule.cidr, port: rule.port },
        'outbound calls may reach a private range',
      );
    }
    if (clock === null) shared = await followDatabase(databaseUrl, log);
    const now = clock ?? shared?.now ?? (() => new Date());

    // Credentials in the environment win, and an App elsewhere is the operator's too.
    const setup: Setup | null = config.runsApp || config.appUrl !== null ? null : await openSetup(config, data, now);
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
    await current.listen().catch(async (error: unknown) => {
      // What it had begun ends before the database does.
      await current.stop();
      throw error;
    });
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
        await data.close();
      },
    };
  } catch (error) {
    shared?.close();
    await data.close();
    throw error;
  }
}
