import pino from 'pino';
import { readAppConfig } from '../app/config.ts';
import type { App } from '../app/create-app.ts';
import { bootstrap } from './bootstrap.ts';
import { readConfig } from './config.ts';
import { migrate } from './db/migrate.ts';
import { openData } from './open-data.ts';

/** Opens the GitHub App over the service's data, without a server of its own. */
export async function openApp(environment: NodeJS.ProcessEnv): Promise<App> {
  const config = readConfig(environment);
  const appConfig = readAppConfig(environment, config.baseUrl);
  const log = pino({ level: config.logLevel }, pino.destination(2));
  const { databaseUrl, secretKey } = await openData(config, (line) => log.info({}, line));
  await migrate(databaseUrl);
  const { app } = await bootstrap({ config: { ...config, role: 'worker' }, databaseUrl, secretKey, log, appConfig });
  if (app === null) throw new Error('The GitHub App was not created.');
  return app;
}
