import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Program {
  path: string;
  /** Where its libraries lie that this machine does not have; null: it has all of them. */
  libraries: string | null;
}

/** Debian's packages, unpacked: an installed one would start a service of its own. */
const unpacked = join(tmpdir(), 'sightline-pgbouncer');

async function apt(...words: string[]): Promise<string> {
  const options = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'APT::Sandbox::User=root'];
  const given = [...options, ...words];
  const isRoot = process.getuid?.() === 0;
  const { stdout } = await (isRoot ? run('apt-get', given) : run('sudo', ['-n', 'apt-get', ...given]));
  return stdout;
}

async function unpack(): Promise<void> {
  const folder = await mkdtemp(`${unpacked}-`);
  try {
    const archives = join(folder, 'archives');
    await mkdir(join(archives, 'partial'), { recursive: true });
    const download = () =>
      apt(
        'install',
        '--yes',
        '--no-install-recommends',
        '--download-only',
        '-o',
        `Dir::Cache::archives=${archives}`,
        'pgbouncer',
      );
    // A fresh machine has no lists of packages.
    await download().catch(async () => {
      await apt('update');
      await download();
    });
    const packages = (await readdir(archives)).filter((name) => name.endsWith('.deb'));
    for (const name of packages) await run('dpkg-deb', ['--extract', join(archives, name), join(folder, 'root')]);
    await run('chmod', ['--recursive', 'a+rX', folder]);
    // Another test may have been quicker.
    await rename(folder, unpacked).catch(() => {});
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findUnpacked(): Promise<Program> {
  const root = join(unpacked, 'root');
  const machine = (await readdir(join(root, 'usr/lib'))).find((name) => name.endsWith('-linux-gnu'));
  return {
    path: join(root, 'usr/sbin/pgbouncer'),
    libraries: machine === undefined ? null : join(root, 'usr/lib', machine),
  };
}

/** The PgBouncer of this machine, or that of Debian's package, fetched once. */
export async function findPgBouncer(): Promise<Program> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const path = folders.map((folder) => join(folder, 'pgbouncer')).find((each) => existsSync(each));
  if (path !== undefined) return { path, libraries: null };
  if (existsSync(join(unpacked, 'root/usr/sbin/pgbouncer'))) return findUnpacked();
  await unpack().catch((error: unknown) => {
    const install =
      'These tests need PgBouncer, which apt could not fetch. Install it (on Debian: apt-get install pgbouncer).';
    throw new Error(install, { cause: error });
  });
  return findUnpacked();
}
