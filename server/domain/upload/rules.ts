import { UPLOAD_PREFIX } from '../../contract/source.ts';

/** How long an address accepts its file, and the file can be used. */
export const LIFETIME_MS = 3_600_000;
/** How many unexpired addresses a workspace may have, used or not. */
export const MAX_LIVING = 40;
/** How many bytes the files at these addresses may have together. */
export const MAX_LIVING_BYTES = 250_000_000;

export type UploadKind = 'image' | 'pdf' | 'html';

/** What each kind is called, and the field of `create_review` that takes it. */
export const kinds: Record<UploadKind, { name: string; field: string }> = {
  image: { name: 'an image', field: '`image` or in `images`' },
  pdf: { name: 'a PDF', field: '`pdf`' },
  html: { name: 'HTML', field: '`html`' },
};

export const isUploadKind = (kind: string | null): kind is UploadKind =>
  kind === 'image' || kind === 'pdf' || kind === 'html';

/** Returns the part of a source after `upload:`; null for a source that names no upload. */
export function uploadIdOf(source: string): string | null {
  const text = source.trim();
  return text.slice(0, UPLOAD_PREFIX.length).toLowerCase() === UPLOAD_PREFIX
    ? text.slice(UPLOAD_PREFIX.length).trim()
    : null;
}

/** How many bytes from its start show a file's kind: a PDF may begin a kilobyte late. */
export const TELLING_BYTES = 1100;

const images = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff'];

/**
 * Returns what a file is, by its beginning. `text` may turn out to be HTML, or something that no source accepts.
 * Whether the file is complete is checked when it is read.
 */
export function guessKind(start: Buffer): 'image' | 'pdf' | 'text' {
  const text = start.subarray(0, TELLING_BYTES).toString('latin1');
  if (images.some((signature) => text.startsWith(signature)) || /^RIFF[\s\S]{4}WEBP/.test(text)) return 'image';
  return text.includes('%PDF-') ? 'pdf' : 'text';
}

const hasTag = /<[a-z!?/][^<]{0,2000}>/i;
/** Each comment ends at its first `-->`. Without that, every further comment would double the matching time. */
const isSvg = /^\s*(<\?xml[^>]*>\s*)?(<!--((?!-->)[\s\S])*-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg/i;
const beginsAsHtml = /^\s*<(!doctype html|!--|[a-z]+[\s>])/i;

/** Reads HTML as text. For bytes that are no HTML, `notUtf8` says whether they look like HTML in another encoding. */
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

/** Quotes text as one word of a POSIX shell, whatever it contains. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Returns a path that neither the shell nor curl takes for anything else: an option, standard input, a home directory.
 */
function pathWord(path: string): string {
  if (path === '~' || path.startsWith('~/')) return `"$HOME"${path === '~' ? '' : quoted(path.slice(1))}`;
  return quoted(path.startsWith('-') || path === '.' ? `./${path}` : path);
}

const isOfWindows = (path: string): boolean => /^([a-z]:[\\/]|\\\\)/i.test(path);
/**
 * Characters that some Windows shell interprets even between double quotes. PowerShell takes curly quotes for straight
 * ones.
 */
const tellingOnWindows = /["\u201c-\u201f$`%!\n\r\t]|\\$/;
/**
 * Control characters that a terminal acts on when they are pasted, whatever quotes are around them: all but a tab and a
 * new line.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const tellingTerminals = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;

/** Returns why no safe command can be made; null when one can. */
export function whyNoCommand(paths: readonly string[], path: string): string | null {
  if (tellingTerminals.test(path)) {
    return 'This path has control characters, which terminals act on. Rename the file, then call again.';
  }
  if (!paths.some(isOfWindows) || !tellingOnWindows.test(path)) return null;
  return 'Shells of Windows read something into one of the characters " “ ” „ $ ` % ! of this path, or into a \\ at its end. Rename the file, then call again.';
}

/**
 * Returns the command that sends each file. `-g`, because brackets and braces in names are no ranges;
 * `--fail-with-body`, so that a refusal is shown and sets the exit code. One Windows path means that all of them are.
 * Call {@link whyNoCommand} before.
 */
export function sendCommands(files: readonly { path: string; url: string }[]): string[] {
  const options = '-sS --fail-with-body -g -T';
  const isWindows = files.some(({ path }) => isOfWindows(path));
  return files.map(({ path, url }) => {
    if (!isWindows) return `curl ${options} ${pathWord(path)} ${quoted(url)}`;
    return `curl.exe ${options} "${path.startsWith('-') || path === '.' ? `./${path}` : path}" "${url}"`;
  });
}

/** Joins the commands into one. In a POSIX shell it stops at the first that fails. */
export const sendAll = (commands: readonly string[]): string =>
  commands.join(commands.some((each) => each.startsWith('curl.exe')) ? '\n' : ' &&\n');
