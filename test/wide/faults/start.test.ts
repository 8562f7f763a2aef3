import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { freePort } from '../../support/free-port.ts';

const root = resolve(import.meta.dirname, '../../..');

test('a service that cannot start says why, without the password of its database', async () => {
  const database = await createTestDatabase();
  const password = 'a-password-of-worth';
  const own = new URL(database.url).password;
  const say = async (change: (url: URL) => void): Promise<string> => {
    const url = new URL(database.url);
    change(url);
    const port = String(await freePort());
    const env: NodeJS.ProcessEnv = {
      PATH: process.env.PATH,
      PORT: port,
      BASE_URL: `http://localhost:${port}`,
      DATABASE_URL: url.href,
      SECRET_KEY: 'the key of nobody',
      LOG_LEVEL: 'trace',
    };
    return promisify(execFile)(process.execPath, [join(root, 'server/serve.ts')], { env }).then(
      () => 'It started',
      ({ code, stdout, stderr }) => `${code} ${stdout}${stderr}`,
    );
  };
  try {
    const nobody = await freePort();
    const absent = await say((url) => {
      url.port = String(nobody);
      url.password = password;
    });
    const none = await say((url) => {
      url.pathname = '/there-is-none';
    });
    const stranger = await say((url) => {
      url.username = 'a-stranger';
      url.password = password;
    });
    expect(absent).toMatch(/^1 Sightline cannot start: .*ECONNREFUSED/);
    expect(none).toMatch(/^1 Sightline cannot start: The database that DATABASE_URL names does not exist/);
    expect(stranger).toMatch(/^1 Sightline cannot start: PostgreSQL refused the user or password/);
    for (const text of [absent, none, stranger]) {
      expect(text).not.toMatch(/a-password-of-worth|the key of nobody/);
      if (own !== '') expect(text).not.toContain(own);
    }
  } finally {
    await database.drop();
  }
});
