import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { chmod, cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import pino from 'pino';
import { expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../../../server/adapters/embedded-postgres/index.ts';
import { readConfig } from '../../../../server/config.ts';
import { createClient } from '../../../../server/contract/client.ts';
import type { Review } from '../../../../server/contract/review.ts';
import { startService as start } from '../../../../server/start.ts';
import { startReceiver } from '../../../api/support/receiver.ts';
import { block } from '../../../repository/docs/support/blocks.ts';
import { root } from '../../../repository/readme/support/readme.ts';
import { findDebianProgram } from '../../../support/debian-program.ts';
import { decide, mark, review, reviewerOf } from '../../../support/factories.ts';
import { freePort } from '../../../support/free-port.ts';
import { startS3 } from '../../../support/s3.ts';
import { startService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const folder = await temporaryFolder('sightline-backup-');
// PostgreSQL’s own user must be able to enter the folder.
await chmod(folder, 0o755);
await mkdir(join(folder, 'backup'));

const silent = pino({ level: 'silent' });
const quiet = () => {};
const SECRET_KEY = 'a key for tests only of no worth';

/** Runs a code block of the documentation page, as npm would once everything is prepared. */
async function run(begin: string, environment: Record<string, string>): Promise<string> {
  const serve = `'${process.execPath}' '${join(root, 'server/serve.ts')}'`;
  const text = block('backup', begin).replace('npm start --', serve);
  const env = { PATH: process.env.PATH, SECRET_KEY, BACKUP: join(folder, 'backup'), ...environment };
  return (await promisify(execFile)('bash', ['-euc', text], { cwd: root, env })).stdout;
}

/** The PostgreSQL of Debian 12, which includes `pg_dump`; the embedded one lacks it. */
const POSTGRES = { debian: 'postgresql-15', folder: 'usr/lib/postgresql/15/bin' };

async function startPostgres() {
  const { path, libraries } = await findDebianProgram('initdb', POSTGRES.debian, [POSTGRES.folder]);
  const bin = dirname(path);
  if (libraries !== null) process.env.LD_LIBRARY_PATH = libraries;
  const server = await startEmbeddedPostgres({ folder: join(folder, 'server'), bin, settings: { fsync: 'off' } });
  return {
    bin,
    async create(name: string): Promise<string> {
      const admin = new pg.Client({ connectionString: server.url });
      await admin.connect();
      await admin.query(`CREATE DATABASE ${name}`);
      await admin.end();
      const url = new URL(server.url);
      url.pathname = name;
      return url.toString();
    },
    stop: server.stop,
  };
}

const imagesOf = (of: Review, origin: string) =>
  Promise.all(
    of.screenshots.flatMap(({ url, thumbnail_url }) =>
      [url, thumbnail_url].map(async (address) => {
        const answer = await fetch(address.replace(/^https?:\/\/[^/]+/, origin));
        return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()).toString('base64') };
      }),
    ),
  );

const at = (origin: string, of: Review): Review => ({
  ...of,
  review_url: of.review_url.replace(/^https?:\/\/[^/]+/, origin),
});

test('a service with its own database and bucket is restored from a backup taken while it ran', async () => {
  const [postgres, s3, receiver] = await Promise.all([startPostgres(), startS3(), startReceiver()]);
  const OUTBOUND_ALLOW = 'webhook=127.0.0.0/8';
  const before = { DATABASE_URL: await postgres.create('before'), ...s3.environment('before') };
  const service = await startService({ ...before, OUTBOUND_ALLOW });
  const client = await service.newClient();
  const decided = await review(client, { title: 'Decided', webhook_url: receiver.url });
  await reviewerOf(decided).call('place_mark', mark({ body: 'Too pale' }));
  const seen = await decide(decided, 'changes_requested');
  const open = await review(client, { title: 'Open', webhook_url: receiver.url });
  // Restored deliveries that were under way are sent again.
  const sent = async () => (await client.call('list_deliveries', { id: decided.id })).deliveries[0]?.status;
  await expect.poll(sent).toBe('delivered');
  const images = await imagesOf(decided, service.url);
  expect(images.map(({ status }) => status)).toEqual([200, 200]);

  const PATH = `${postgres.bin}:${process.env.PATH}`;
  const BASE_URL = service.url;
  expect(await run('pg_dump', { ...before, BASE_URL, PATH })).toContain('All files are there');
  await service.close();
  const after = { DATABASE_URL: await postgres.create('after'), ...s3.environment('after') };
  // A service started before its database is restored would delete all screenshots as orphans.
  const unrestored = start(readConfig({ ...after, ...s3.environment('before'), SECRET_KEY, BASE_URL }), silent, quiet);
  await expect(unrestored).rejects.toThrow('Restore the database of the same backup first');
  expect(await run('pg_restore', { ...after, BASE_URL, PATH })).toContain('All files are there');

  const restored = await startService({ ...after, OUTBOUND_ALLOW });
  const again = await reviewerOf(at(restored.url, decided)).call('read_review', {});
  expect(again.review.marks.map(({ body }) => body)).toEqual(['Too pale']);
  expect(again.review.decision).toEqual(seen.review.decision);
  expect(await imagesOf(decided, restored.url)).toEqual(images);
  const holder = createClient({ baseUrl: restored.url, bearer: client.token });
  expect((await holder.call('list_reviews', {})).reviews).toHaveLength(2);

  await decide(at(restored.url, open), 'approved');
  await expect.poll(() => receiver.received.length).toBe(2);
  const last = receiver.received.at(-1);
  const secret = open.review_url.split('/').at(-1) ?? '';
  const signature = createHmac('sha256', secret)
    .update(last?.body ?? '')
    .digest('hex');
  expect(JSON.stringify(last?.headers)).toContain(signature);
  await restored.close();
  await Promise.all([postgres.stop(), s3.close(), receiver.close()]);
});

test('a service on one machine is restored from a copy of its folder', async () => {
  const port = await freePort();
  const BASE_URL = `http://localhost:${port}`;
  const startOn = (DATA_DIR: string) => start(readConfig({ PORT: String(port), BASE_URL, DATA_DIR }), silent, quiet);
  const [first, second, there] = [join(folder, 'first'), join(folder, 'second'), join(folder, 'there')];
  const service = await startOn(first);
  const { token } = await createClient({ baseUrl: BASE_URL }).call('create_try_token', {});
  const made = await review(createClient({ baseUrl: BASE_URL, bearer: token }));
  await reviewerOf(made).call('place_mark', mark({ body: 'Too pale' }));
  const images = await imagesOf(made, BASE_URL);
  await service.stop();
  await run('cp -a "$DATA_DIR"', { DATA_DIR: first });
  await rm(first, { recursive: true });
  // Somebody copied into an existing folder.
  await mkdir(there);
  await expect(run('test ! -e', { DATA_DIR: there })).rejects.toThrow();
  await cp(join(folder, 'backup/data'), join(there, 'data'), { recursive: true, preserveTimestamps: true });
  await expect(startOn(there)).rejects.toThrow(`${join(there, 'data')} is the data folder of a service`);
  await run('test ! -e', { DATA_DIR: second });
  const database = join(second, 'postgres');
  await rename(join(database, 'pgdata'), join(folder, 'pgdata'));
  await expect(startOn(second)).rejects.toThrow('but the key of one (secret.key)');
  await rename(join(database, 'secret.key'), join(folder, 'secret.key'));
  await expect(startOn(second)).rejects.toThrow('has no database, but there are screenshots');
  for (const name of ['pgdata', 'secret.key']) await rename(join(folder, name), join(database, name));
  const restored = await startOn(second);
  const again = await reviewerOf(made).call('read_review', {});
  expect(again.review.marks.map(({ body }) => body)).toEqual(['Too pale']);
  expect(await imagesOf(made, BASE_URL)).toEqual(images);
  await restored.stop();
});
