import { createHash } from 'node:crypto';
import { glob, readFile, realpath, stat } from 'node:fs/promises';
import { basename, extname, isAbsolute, matchesGlob, relative, resolve, sep } from 'node:path';
import { inputError } from '../error.ts';
import type { Image } from './source.ts';
import { maxShots } from './source.ts';

const maxBytes = 10_000_000;

/** Reads the images that the globs match, sorted by path. @throws ActionError that names what is wrong */
export async function readImages(globs: string[], workspace: string): Promise<Image[]> {
  const files = await findFiles(globs, workspace);
  if (files.length === 0) {
    throw inputError('images', `no file matches ${globs.join(', ')} in ${workspace}. Does an earlier step write them?`);
  }
  if (files.length > maxShots) {
    throw inputError(
      'images',
      `${files.length} files match, and a review holds ${maxShots}. Narrow the globs, or give parts of them to steps with a "name" each.`,
    );
  }
  const labels = labelFiles(files.map(({ path }) => path));
  const images: Image[] = [];
  for (const [index, { file }] of files.entries()) {
    images.push(await readImage(file, labels[index] ?? basename(file)));
  }
  return images;
}

interface Found {
  file: string;
  /** The path relative to the workspace, or for files outside it relative to where their glob begins; with slashes. */
  path: string;
}

async function findFiles(globs: string[], workspace: string): Promise<Found[]> {
  const clean = (pattern: string) => slashed(pattern).replace(/^\.\//, '');
  const wanted = globs.filter((pattern) => !pattern.startsWith('!')).map(clean);
  const bases = await Promise.all(wanted.map((pattern) => realBase(pattern, workspace)));
  const unwanted = globs.filter((pattern) => pattern.startsWith('!')).map((pattern) => clean(pattern.slice(1)));
  const found = new Map<string, Found>();
  for await (const entry of glob(wanted, { cwd: workspace })) {
    const file = resolve(workspace, entry);
    const inside = relative(workspace, file);
    if (unwanted.some((pattern) => matchesGlob(isAbsolute(pattern) ? file : inside, pattern))) continue;
    // Null for a broken symbolic link.
    const real = await realpath(file).catch(() => null);
    if (real === null || !(await stat(real)).isFile()) continue;
    const base = bases.find((each) => each !== null && real.startsWith(each + sep)) ?? null;
    if (base === null) {
      throw inputError('images', `${inside} is a link that leads out of where the globs look. Leave it out with "!".`);
    }
    const isOutside = inside.startsWith('..') || isAbsolute(inside);
    const path = slashed(isOutside ? relative(base, real) : inside);
    found.set(file, { file, path });
  }
  // Compares paths with slashes, so that the order is the same on every system.
  return [...found.values()].sort((a, b) => (a.path === b.path ? order(a.file, b.file) : order(a.path, b.path)));
}

const order = (a: string, b: string) => (a < b ? -1 : 1);

/**
 * Returns a path or a glob with slashes, whatever the system's separator is. Where it is not the separator, a backslash
 * belongs to the name.
 */
export const slashed = (path: string, separator: string = sep): string =>
  separator === '\\' ? path.replaceAll('\\', '/') : path;

/**
 * Returns the folder in which a pattern finds its files. An artifact or a build may contain links, which must not lead
 * to other files of the runner.
 */
function realBase(pattern: string, workspace: string): Promise<string | null> {
  const parts = pattern.split('/');
  const first = parts.findIndex((part) => /[*?[\]{}()]/.test(part));
  const fixed = parts.slice(0, first < 0 ? -1 : first).join('/');
  const base = isAbsolute(pattern) ? fixed || '/' : resolve(workspace, fixed);
  // The root already ends with a separator.
  return realpath(base).then(
    (real) => real.replace(/[\\/]$/, ''),
    () => null,
  );
}

async function readImage(file: string, label: string): Promise<Image> {
  const { size } = await stat(file);
  if (size > maxBytes) {
    throw inputError('images', `${file} is ${(size / 1_000_000).toFixed(1)} MB; an image may be 10 MB.`);
  }
  const bytes = await readFile(file);
  const type = imageType(bytes);
  if (type === undefined) throw inputError('images', `${file} is not a PNG, JPEG or WebP. Leave it out with "!".`);
  return { label, image: `data:${type};base64,${bytes.toString('base64')}` };
}

/** Returns the media type by the file's first bytes, because its name proves nothing. */
export function imageType(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  const riff = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return riff ? 'image/webp' : undefined;
}

/**
 * Returns one label for each path: the path without its extension. Paths that differ only in it keep it. A path beyond
 * the 120 characters of a label keeps its end and gets a hash, so that labels stay distinct and the same on every run.
 * Characters that control a terminal or the direction of text are replaced, because names may come from strangers.
 * Letters with accents are one character each, also where the file system splits them.
 */
export function labelFiles(paths: string[]): string[] {
  const clean = paths.map((path) => path.normalize().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd'));
  return labelClean(clean);
}

function labelClean(paths: string[]): string[] {
  const short = paths.map((path) => path.slice(0, path.length - extname(path).length) || path);
  return paths.map((path, index) => {
    const label = short.filter((other) => other === short[index]).length > 1 ? path : (short[index] ?? path);
    if (label.length <= 120) return label;
    return `${createHash('sha256').update(label).digest('hex').slice(0, 8)}…${label.slice(-111)}`;
  });
}
