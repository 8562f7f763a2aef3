import { UPLOAD_PREFIX } from '../../contract/source.ts';

/** How long a file may be sent and used. */
export const LIFETIME_MS = 3_600_000;
/** Addresses of a workspace that are good at the same time, used or not. */
export const MAX_LIVING = 40;
/** What the files that were sent to those may have together. */
export const MAX_LIVING_BYTES = 250_000_000;

export type UploadKind = 'image' | 'pdf' | 'html';

/** What it is called, and where it goes. */
export const kinds: Record<UploadKind, { name: string; field: string }> = {
  image: { name: 'an image', field: '`image` or in `images`' },
  pdf: { name: 'a PDF', field: '`pdf`' },
  html: { name: 'HTML', field: '`html`' },
};

export const isUploadKind = (kind: string | null): kind is UploadKind =>
  kind === 'image' || kind === 'pdf' || kind === 'html';

/** Returns what a source that names an upload has after `upload:`; null for every other source. */
export function uploadIdOf(source: string): string | null {
  const text = source.trim();
  return text.slice(0, UPLOAD_PREFIX.length).toLowerCase() === UPLOAD_PREFIX
    ? text.slice(UPLOAD_PREFIX.length).trim()
    : null;
}

/** How much of a file shows its kind: a PDF may begin a kilobyte late. */
export const TELLING_BYTES = 1100;

const images = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff'];

/**
 * What a file is, by its beginning; `text` may turn out to be HTML, or nothing we take. Whether it is whole is judged by
 * what reads it.
 */
export function guessKind(start: Buffer): 'image' | 'pdf' | 'text' {
  const text = start.subarray(0, TELLING_BYTES).toString('latin1');
  if (images.some((signature) => text.startsWith(signature)) || /^RIFF[\s\S]{4}WEBP/.test(text)) return 'image';
  return text.includes('%PDF-') ? 'pdf' : 'text';
}

const hasTag = /<[a-z!?/][^<]{0,2000}>/i;
/** A comment ends where it first can: were that left open, each further one would double the time. */
const isSvg = /^\s*(<\?xml[^>]*>\s*)?(<!--((?!-->)[\s\S])*-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg/i;
const beginsAsHtml = /^\s*<(!doctype html|!--|[a-z]+[\s>])/i;

/** HTML as text; null for bytes that are none. `notUtf8`: it looks like HTML in another encoding. */
export function readHtml(bytes: Buffer): { html: string } | { notUtf8: boolean } {
  let text: string | null = null;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Checked below.
  }
  if (text !== null && !text.includes('\0')) {
    return hasTag.test(text) && !isSvg.test(text.slice(0, 2000)) ? { html: text } : { notUtf8: false };
  }
  const start = bytes
    .subarray(0, 400)
    .toString('latin1')
    .replace(/\0/g, '')
    .replace(/^(\xff\xfe|\xfe\xff)/, '');
  return { notUtf8: beginsAsHtml.test(start) };
}

/** In one word of a POSIX shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A path that neither the shell nor curl takes for anything else: an option, standard input, a home. */
function pathWord(path: string): string {
  if (path === '~' || path.startsWith('~/')) return `"$HOME"${path === '~' ? '' : quoted(path.slice(1))}`;
  return quoted(path.startsWith('-') || path === '.' ? `./${path}` : path);
}

const isOfWindows = (path: string): boolean => /^([a-z]:[\\/]|\\\\)/i.test(path);
/** What some shell of Windows reads something into, even between double quotes; PowerShell takes curly ones for them. */
const tellingOnWindows = /["\u201c-\u201f$`%!\n\r\t]|\\$/;
/** What a terminal acts on when it is pasted there, whatever quotes are around it: all but a tab and a new line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const tellingTerminals = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;

/** Why no command can be made that is safe to run; null when one can. */
export function whyNoCommand(paths: readonly string[], path: string): string | null {
  if (tellingTerminals.test(path)) {
    return 'This path has control characters, which terminals act on. Rename the file, then call again.';
  }
  if (!paths.some(isOfWindows) || !tellingOnWindows.test(path)) return null;
  return 'Shells of Windows read something into one of the characters " “ ” „ $ ` % ! of this path, or into a \\ at its end. Rename the file, then call again.';
}

/**
 * Sends each file. `-g`, for names with brackets and braces are no ranges; `--fail-with-body`, so that a refusal is both
 * seen and an exit code. One path of Windows shows that the others are as well. See {@link whyNoCommand} before.
 */
export function sendCommands(files: readonly { path: string; url: string }[]): string[] {
  const options = '-sS --fail-with-body -g -T';
  const isWindows = files.some(({ path }) => isOfWindows(path));
  return files.map(({ path, url }) => {
    if (!isWindows) return `curl ${options} ${pathWord(path)} ${quoted(url)}`;
    return `curl.exe ${options} "${path.startsWith('-') || path === '.' ? `./${path}` : path}" "${url}"`;
  });
}

/** Sends all of them; of POSIX shells none after the first that failed. */
export const sendAll = (commands: readonly string[]): string =>
  commands.join(commands.some((each) => each.startsWith('curl.exe')) ? '\n' : ' &&\n');
