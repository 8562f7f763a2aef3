import { type DomainError, unusable } from '../failure.ts';
import type { Ports } from '../ports.ts';
import type { FileSource } from './read-file-source.ts';
import { isUploadKind, kinds, type UploadKind } from './rules.ts';
import { findUpload } from './store.ts';

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
