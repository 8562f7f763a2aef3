import pg from 'pg';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { readAppConfig } from '../../app/config.ts';
import { bootstrap } from '../../server/bootstrap.ts';
import { readConfig } from '../../server/config.ts';
import { appEnvironment, SECRET_KEY } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';

const environment = { ...appEnvironment, BASE_URL: 'http://localhost:8080', SECRET_KEY };

test('a start that fails half-way closes everything it opened, also the pools of the App’s locks', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // A table that is not the queue's own makes the queue fail to start.
  await client.query('DROP SCHEMA IF EXISTS sightline_queue CASCADE; CREATE SCHEMA sightline_queue');
  await client.query('CREATE TABLE sightline_queue.version (other int)');
  const end = vi.spyOn(pg.Pool.prototype, 'end');
  const config = readConfig({ ...environment, DATABASE_URL: database.url });
  const log = pino({ level: 'silent' });
  const start = bootstrap({
    config,
    databaseUrl: database.url,
    secretKey: SECRET_KEY,
    log,
    appConfig: readAppConfig(environment, config.baseUrl),
  });
  await expect(start).rejects.toThrow();
  const closed = end.mock.contexts.map((pool) => Object(pool).options.application_name);
  end.mockRestore();
  expect(closed.filter((name) => name === 'sightline-locks')).toHaveLength(2);
  const connections = async () =>
    (
      await client.query(
        'SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      )
    ).rows;
  await expect.poll(connections).toEqual([{ n: 0 }]);
  await client.end();
  await database.drop();
});
