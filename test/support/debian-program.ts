import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const programFolders = ['usr/sbin', 'usr/bin'];

export interface Program {
  path: string;
  /** The folder of libraries that this machine lacks; null: it has all of them. */
  libraries: string | null;
}

/** Returns the folder into which a Debian package is unpacked. Installing it would start its own service. */
const unpackedAt = (name: string): string => join(tmpdir(), `sightline-${name}`);

async function apt(...words: string[]): Promise<string> {
  const options = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'APT::Sandbox::User=root'];
  const given = [...options, ...words];
  const isRoot = process.getuid?.() === 0;
  const { stdout } = await (isRoot ? run('apt-get', given) : run('sudo', ['-n', 'apt-get', ...given]));
  return stdout;
}

async function unpack(name: string): Promise<void> {
  const folder = await mkdtemp(`${unpackedAt(name)}-`);
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
        name,
      );
    // A fresh machine has no package lists yet.
    await download().catch(async () => {
      await apt('update');
      await download();
    });
    const packages = (await readdir(archives)).filter((file) => file.endsWith('.deb'));
    for (const file of packages) await run('dpkg-deb', ['--extract', join(archives, file), join(folder, 'root')]);
    await run('chmod', ['--recursive', 'a+rX', folder]);
    // Another test may have unpacked it first.
    await rename(folder, unpackedAt(name)).catch(() => {});
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findUnpacked(name: string, debian: string, folders: string[]): Promise<Program | null> {
  const root = join(unpackedAt(debian), 'root');
  const path = folders.map((folder) => join(root, folder, name)).find((each) => existsSync(each));
  if (path === undefined) return null;
  const libraries = existsSync(join(root, 'usr/lib')) ? await readdir(join(root, 'usr/lib')) : [];
  const machine = libraries.find((folder) => folder.endsWith('-linux-gnu'));
  return { path, libraries: machine === undefined ? null : join(root, 'usr/lib', machine) };
}

/**
 * Returns the program of that name on this machine, or from a Debian package, which is downloaded once.
 * @param debian the package, where its name differs
 * @param folders where the program is in the package
 */
export async function findDebianProgram(name: string, debian = name, folders = programFolders): Promise<Program> {
  const known = [...(process.env.PATH ?? '').split(delimiter), ...folders.map((folder) => `/${folder}`)];
  const path = known.map((folder) => join(folder, name)).find((each) => existsSync(each));
  if (path !== undefined) return { path, libraries: null };
  const before = await findUnpacked(name, debian, folders);
  if (before !== null) return before;
  const install = `These tests need ${name}, which apt could not fetch. Install it (on Debian: apt-get install ${debian}).`;
  await unpack(debian).catch((error: unknown) => {
    throw new Error(install, { cause: error });
  });
  const program = await findUnpacked(name, debian, folders);
  if (program === null) throw new Error(install);
  return program;
}
