import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { startService } from '../../support/service.ts';
import { sql } from '../support/sql.ts';

let database: { url: string; drop(): Promise<void> };
const other = createServer();
beforeEach(async () => {
  database = await createTestDatabase();
  await once(other.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  other.close();
  await database.drop();
});

test('a start that finds its port taken leaves nothing at work behind it', async () => {
  const address = other.address();
  if (address === null || typeof address === 'string') throw new Error('The other server has no port.');
  const start = startService({ PORT: String(address.port), DATABASE_URL: database.url });
  await expect(start).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const connected = `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;
  await expect.poll(() => sql({ databaseUrl: database.url }, connected)).toEqual([{ count: 0 }]);
});
