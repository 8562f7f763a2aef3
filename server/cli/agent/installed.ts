import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { configPath } from '../config-file.ts';
import { CommandError } from '../failure.ts';
import { writePrivate } from '../private-file.ts';

/** A file that was written for a client: what it was before, and what it was made. */
export interface Installed {
  client: string;
  path: string;
  /** base64; null when there was no file. */
  before: string | null;
  /** SHA-256 of what was written. */
  after: string;
  /** The command of the hook; null without one. */
  hook: string | null;
  url: string;
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const storePath = (env: NodeJS.ProcessEnv): string => join(dirname(configPath(env)), 'agents.json');

/** Reads a file as text that can be written back byte for byte; null when there is none. @throws CommandError */
export async function readWhole(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new CommandError('config', `${path} cannot be read (${error.code}). Nothing was changed.`);
  });
  if (bytes === null) return null;
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes)) return text;
  throw new CommandError('config', `${path} is not UTF-8 text. Nothing was changed.`);
}

/** Writes a file where it is, keeping its mode and a link to it; null removes it. */
export async function writeWhole(path: string, text: string | null): Promise<void> {
  if (text === null) return rm(path, { force: true });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Returns every file that was written, by any client. */
export async function readInstalled(env: NodeJS.ProcessEnv): Promise<Installed[]> {
  const text = await readWhole(storePath(env));
  if (text === null) return [];
  try {
    const { files } = JSON.parse(text) as { files?: Installed[] };
    if (Array.isArray(files)) return files;
  } catch {
    // Reported below.
  }
  throw new CommandError('config', `${storePath(env)} is damaged. Remove it to go on without the files it kept.`);
}

export const writeInstalled = (env: NodeJS.ProcessEnv, files: readonly Installed[]): Promise<void> =>
  writePrivate(storePath(env), `${JSON.stringify({ files }, null, 2)}\n`);
