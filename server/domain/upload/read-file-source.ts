import { DomainError, invalid, unusable } from '../failure.ts';
import type { Ports } from '../ports.ts';
import { isUploadKind, kinds, type UploadKind, uploadIdOf } from './rules.ts';
import { findUpload } from './store.ts';

/** A source as given: the bytes of a file, or the address to fetch it from. */
export type FileSource = { bytes: Buffer } | { url: string };
/** A source as a request names it; `upload` is a file that was sent to an upload's address before. */
export type GivenSource = FileSource | { upload: string };

/**
 * Decodes plain base64; returns null for text that needs a closer look. The decoder skips characters that are not
 * base64, but when it returns as many bytes as the characters stand for, there were none.
 */
function decodeWhole(base64: string): Buffer | null {
  const length = base64.length - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
  // One character beyond groups of four stands for no byte, so a skipped one would go unnoticed.
  if (length === 0 || length % 4 === 1) return null;
  // The decoder takes other characters for those that share their lowest byte.
  if (Buffer.byteLength(base64) !== base64.length) return null;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length === Math.floor(length * 0.75) ? bytes : null;
}

/** `example.com/home.png` */
const isBareAddress = (text: string): boolean => /^[\w-]+(\.[\w-]+)*\.[a-z]{2,}(:\d+)?(\/\S*)?$/i.test(text);

/**
 * Returns whether text looks like the path of a file. Base64 contains none of these dots, tildes, colons and
 * backslashes.
 */
function isPath(text: string): boolean {
  if (text.length > 4000) return false;
  if (/^(?:file:|~\/|\.{1,2}[\\/]|[a-z]:[\\/])/i.test(text)) return true;
  const startsWithHost = /^[\w-]+(\.[\w-]+)+(:\d+)?\//.test(text);
  return !startsWithHost && /^[^<>\n]*\.(?:png|jpe?g|webp|gif|svg|avif|pdf|html?)$/i.test(text);
}

/** Refuses the path of a file. @throws DomainError that explains how to send a file of the client's machine */
export function refusePath(text: string, field: string): void {
  if (!isPath(text)) return;
  throw invalid(
    field,
    `\`${field}\` is a path on your machine, which the service cannot read. Send the file with \`create_upload\` (POST /api/uploads) first, then its \`source\` here.`,
  );
}

/**
 * Reads an https URL, an upload's name, a data URL or base64. `what` names the expected input in the error.
 * @throws DomainError that names the field
 */
export function readFileSource(given: string, path: string, maxBytes: number, what = 'PNG, JPEG or WebP'): GivenSource {
  const text = given.trim();
  if (/^https?:\/\//i.test(text)) return { url: text };
  const upload = uploadIdOf(text);
  if (upload !== null) return { upload };
  const data = /^data:([^,]*),/i.exec(text.slice(0, 1000));
  if (data !== null && !/;base64$/i.test(data[1] ?? '')) {
    throw invalid(path, `\`${path}\` is a data URL without base64. Send it as \`data:…;base64,…\`.`);
  }
  const encoded = data === null ? text : text.slice(data[0].length);
  const decoded = decodeWhole(encoded);
  if (decoded !== null && decoded.length <= maxBytes) return { bytes: decoded };
  refusePath(text, path);
  const base64 = encoded.replace(/\s+/g, '');
  if (base64 === '' || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(base64)) {
    const sources = `an https URL, an upload’s \`source\`, a data URL or base64 of a ${what}`;
    const bare = isBareAddress(text) ? ' It looks like a URL without https:// in front.' : '';
    throw invalid(path, `\`${path}\` must be ${sources}.${bare}`);
  }
  if (Math.floor(base64.replace(/=+$/, '').length * 0.75) > maxBytes) {
    throw new DomainError('too_large', `\`${path}\` is larger than ${Math.round(maxBytes / 1_000_000)} MB.`);
  }
  return { bytes: Buffer.from(base64, 'base64') };
}

const isId = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text);

const unknown = (path: string): DomainError =>
  unusable(
    path,
    'There is no such upload in this workspace, or its hour is over. Call create_upload and run its command.',
  );

/** Returns the file of an upload of this workspace. @throws DomainError that names the field and the next step */
export async function takeUpload(
  ports: Ports,
  workspaceId: string,
  id: string,
  wanted: UploadKind,
  path: string,
): Promise<Buffer> {
  const row = isId(id) ? await findUpload(ports.db, workspaceId, id) : null;
  if (row === null || ports.clock() >= row.expiresAt) throw unknown(path);
  if (row.storageKey === null) {
    throw unusable(
      path,
      'The file of this upload has not come yet. Run its command first, see that it succeeds, then repeat.',
    );
  }
  const { kind } = row;
  if (kind !== wanted && isUploadKind(kind)) {
    throw unusable(path, `This upload is ${kinds[kind].name}. Send it as ${kinds[kind].field}.`);
  }
  const bytes = await ports.storage.find(row.storageKey);
  if (bytes === null) throw unknown(path);
  return bytes;
}

/** Resolves a source: replaces the name of an upload with its file. */
export async function settleSource<Other extends FileSource | { sha256: string } = FileSource>(
  ports: Ports,
  workspaceId: string,
  given: { upload: string } | Other,
  wanted: UploadKind,
  path: string,
): Promise<{ bytes: Buffer } | Other> {
  return 'upload' in given ? { bytes: await takeUpload(ports, workspaceId, given.upload, wanted, path) } : given;
}
