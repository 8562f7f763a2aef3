import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import sharp from 'sharp';
import { createClient, ServiceError } from '../../server/contract/client.ts';
import { createTestDatabase } from '../support/database.ts';
import { startHttpServer } from '../support/servers.ts';
import { prepareGround, until } from './support/ground.ts';

const run = promisify(execFile);
/** Room for a few images. Where nothing can be mounted, LIMIT_BYTES limits the size of a file instead. */
const FILE_SYSTEM = 'size=2m';
const LIMIT_BYTES = 4096;

export interface DiskVerdict {
  means: 'tmpfs' | 'RLIMIT_FSIZE';
  refused: { status: number; error: string | undefined; message: string | undefined }[];
  rowsWhileFull: number;
  recovered: boolean;
  jobRetried: boolean;
  jobEnded: string;
}

/** An image that does not compress. */
const noise = (): Promise<Buffer> =>
  sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer();

/** Fills the disk of the screenshots, and then frees it again. */
export async function diskFaults(attempts: number): Promise<DiskVerdict> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-disk-'));
  const shots = join(folder, 'shots');
  await mkdir(shots);
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', FILE_SYSTEM, 'tmpfs', shots]).then(
    () => true,
    () => false,
  );
  const database = await createTestDatabase();
  const ground = await prepareGround({ dataDir: folder, databaseUrl: database.url });
  const filler = join(shots, 'filler');
  const bytes = await noise();
  const full = Promise.withResolvers<void>();
  // Answers once the disk is full.
  const host = await startHttpServer(async (_, response) => {
    await full.promise;
    response.writeHead(200, { 'content-type': 'image/png' }).end(bytes);
  });
  let pid = 0;
  const limit = (soft: string) => run('prlimit', ['--pid', String(pid), `--fsize=${soft}:`]);
  const fill = async (): Promise<void> => {
    if (!mounted) await limit(String(LIMIT_BYTES));
    // Writes until the disk is full. The failure is intended.
    else await writeFile(filler, Buffer.alloc(4_000_000)).catch(() => {});
  };
  const free = async (): Promise<void> => {
    if (mounted) await rm(filler, { force: true });
    else await limit('unlimited');
  };
  const db = new pg.Client({ connectionString: ground.databaseUrl });
  try {
    const { child } = await ground.start();
    pid = child.pid ?? 0;
    await db.connect();
    const count = async (sql: string): Promise<number> => Number((await db.query(sql)).rows[0].count);
    const { token } = await createClient({ baseUrl: ground.url }).call('create_try_token', {});
    const client = createClient({ baseUrl: ground.url, bearer: token });
    const waiting = await client.call('create_review', { title: 'An image for later', images: [`${host.origin}/`] });
    const before = await count('SELECT count(*) FROM review');
    await fill();
    full.resolve();
    const refused: DiskVerdict['refused'] = [];
    const image = bytes.toString('base64');
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      await client.call('create_review', { title: 'On a full disk', images: [image] }).then(
        () => refused.push({ status: 201, error: undefined, message: undefined }),
        (error: unknown) => {
          if (!(error instanceof ServiceError)) throw error;
          refused.push({ status: error.status, error: error.body.error, message: error.body.message });
        },
      );
    }
    const rowsWhileFull = (await count('SELECT count(*) FROM review')) - before;

    const retried = "SELECT count(*) FROM sightline_queue.job WHERE name = 'make_shot' AND state = 'retry'";
    const jobRetried = await until(async () => (await count(retried)) > 0, 'the job is tried again').then(
      () => true,
      () => false,
    );
    await free();
    const made = await client.call('create_review', { title: 'With room again', images: [image] });
    const statusOf = async () => (await client.call('get_review', { id: waiting.id })).status;
    const hasEnded = async (): Promise<boolean> => {
      // Each retry is delayed by seconds.
      await db.query(
        "UPDATE sightline_queue.job SET start_after = now() WHERE state = 'retry' AND start_after > now()",
      );
      return (await statusOf()) !== 'preparing';
    };
    await until(hasEnded, 'the job has ended');
    const verdict: DiskVerdict = {
      means: mounted ? 'tmpfs' : 'RLIMIT_FSIZE',
      refused,
      rowsWhileFull,
      recovered: made.status === 'open',
      jobRetried,
      jobEnded: await statusOf(),
    };
    const answers = [...new Set(refused.map(({ status, error }) => `${status} ${error}`))].join(', ');
    console.log(
      `disk full (${verdict.means}): ${attempts} creates answered ${answers}, ${rowsWhileFull} rows; with room again ${made.status}, waiting job retried: ${jobRetried}, ended ${verdict.jobEnded}`,
    );
    return verdict;
  } finally {
    await db.end().catch(() => {});
    await ground.close();
    await host.close();
    await database.drop();
    if (mounted) await run('umount', [shots]);
    await rm(folder, { recursive: true, force: true });
  }
}
