import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Identity {
  uid: number;
  gid: number;
}

/** PostgreSQL's programs and the options for running them. */
export interface Programs {
  bin: string;
  /** Where they were found, in words */
  from: string;
  version: string;
  options: { uid?: number; gid?: number; cwd: string; env: Record<string, string> };
}

export async function openPrograms(bin: string, from: string, identity: Identity | null): Promise<Programs> {
  // The programs in POSTGRES_BIN may have their libraries elsewhere.
  const { PATH = '', LD_LIBRARY_PATH } = process.env;
  const libraries = LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH };
  const options = { ...(identity ?? {}), cwd: '/', env: { PATH, ...libraries, LC_ALL: 'C', TZ: 'UTC' } };
  const { stdout } = await run(join(bin, 'postgres'), ['--version'], options);
  return { bin, from, options, version: stdout.match(/(\d+)/)?.[1] ?? '' };
}

/** Creates a database with its own random password. Returns the password. */
async function createData(
  data: string,
  passwordFile: string,
  { bin, options }: Programs,
  signal: AbortSignal | undefined,
): Promise<string> {
  const password = randomBytes(24).toString('hex');
  // Created under another name first, so that a folder called pgdata is always a complete database.
  const unfinished = `${data}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await rm(data, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  const { uid, gid } = options;
  if (uid !== undefined && gid !== undefined) {
    for (const path of [unfinished, passwordFile]) await chown(path, uid, gid);
  }
  const login = ['-U', 'sightline', '-A', 'scram-sha-256', '--pwfile', passwordFile];
  await run(join(bin, 'initdb'), ['-D', unfinished, ...login, '-E', 'UTF8', '--locale=C'], { ...options, signal });
  await rename(unfinished, data);
  return password;
}

/** Opens the data in a folder, and creates it if necessary. @returns its folder and its password */
export async function openData(
  folder: string,
  programs: Programs,
  {
    beforeCreate,
    signal,
    print,
  }: { beforeCreate?: (folder: string) => Promise<void>; signal?: AbortSignal; print: (line: string) => void },
) {
  const [data, passwordFile] = [join(folder, 'pgdata'), join(folder, 'password')];
  const { version, from } = programs;
  const dataVersion = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (dataVersion !== '' && dataVersion !== version) {
    throw new Error(
      `${data} was made by PostgreSQL ${dataVersion}, but the programs here are ${version}. Set POSTGRES_BIN to version ${dataVersion}, or dump and restore.`,
    );
  }
  let password: string;
  if (dataVersion === '') {
    await beforeCreate?.(folder);
    print(`Making a database in ${data} (PostgreSQL ${version}, ${from})`);
    password = await createData(data, passwordFile, programs, signal);
  } else password = (await readFile(passwordFile, 'utf8').catch(() => '')).trim();
  await chmod(data, 0o700);
  return { data, password };
}
