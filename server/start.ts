import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { App } from '../app/index.ts';
import { followDatabase, type SharedClock } from './adapters/clock/index.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './adapters/embedded-postgres/index.ts';
import type { Config } from './config.ts';
import { migrate } from './db/migrate.ts';
import { secretKeyOf, wire } from './wire.ts';
import { startWork } from './work.ts';

const DRAIN_MS = 8_000;
/** Of it, for giving back what did not end. */
const GIVE_BACK_MS = 1_000;

export interface RunningService {
  baseUrl: string;
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
    const applied = await migrate(databaseUrl);
    if (applied.length > 0) log.info({ applied }, 'migrated');
    for (const rule of config.outboundAllow) {
      log.warn(
        { use: rule.use ?? 'all', cidr: rule.cidr, port: rule.port },
        'outbound calls may reach a private range',
      );
    }
    const secretKey = await secretKeyOf(config, embedded?.folder ?? config.dataDir);
    const app = config.runsApp ? await createOwnApp(config, databaseUrl, secretKey, environment) : null;
    if (clock === null) shared = await followDatabase(databaseUrl, log);
    const now = clock ?? shared?.now ?? (() => new Date());
    const service = await wire(config, databaseUrl, secretKey, log, app, now);
    await app?.start();
    const endWork = config.role === 'web' ? async () => {} : await startWork(service, config);
    if (config.role !== 'worker') await service.server.listen({ port: config.port, host: config.host });
    return {
      baseUrl: config.baseUrl,
      async stop() {
        const hurry = setTimeout(() => service.server.server.closeAllConnections(), DRAIN_MS / 2);
        await Promise.all([
          service.server.close(),
          service.queue.stop(DRAIN_MS),
          endWork(DRAIN_MS - GIVE_BACK_MS),
          app?.close(),
        ]);
        clearTimeout(hurry);
        await service.close();
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
