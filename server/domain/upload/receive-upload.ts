import { UPLOAD_PREFIX } from '../../contract/upload.ts';
import { DomainError } from '../failure.ts';
import { newId } from '../ids.ts';
import type { Ports } from '../ports.ts';
import { collect, type Judged, judge } from './judge.ts';
import { findUploadBySecret, keepFile, type UploadRow } from './store.ts';

const unknown = (): DomainError =>
  new DomainError(
    'not_found',
    'This upload address is unknown, or its hour is over. Call create_upload again for another.',
  );

async function find(ports: Ports, secret: string): Promise<UploadRow> {
  const row = /^[0-9A-Za-z]{43}$/.test(secret) ? await findUploadBySecret(ports.db, ports.secrets.hash(secret)) : null;
  if (row === null || ports.clock() >= row.expiresAt) throw unknown();
  return row;
}

/** Where the files of a workspace's uploads lie: the upload, and which attempt to send it. */
const keyFor = (ports: Ports, { workspaceId, id }: UploadRow): string =>
  `${workspaceId}/uploads/${id}-${newId(ports.clock())}`;

/**
 * An address has one file for good, so that nobody who comes to see it later can put another in its place. The same file
 * again is welcome: the answer may have been lost.
 */
async function requireSame(ports: Ports, { storageKey }: UploadRow, bytes: Buffer): Promise<void> {
  const known = storageKey === null ? null : await ports.storage.find(storageKey);
  if (known === null) throw unknown();
  if (known.equals(bytes)) return;
  throw new DomainError('conflict', 'Another file was sent here already. Call create_upload again for this one.');
}

async function store(ports: Ports, secret: string, row: UploadRow, kind: string, bytes: Buffer): Promise<void> {
  const storageKey = keyFor(ports, row);
  await ports.storage.put(storageKey, bytes);
  let isKept = false;
  try {
    isKept = await keepFile(ports.db, row, { storageKey, kind, size: bytes.length });
  } catch (error) {
    // It may have come after the commit: then the row needs its file. When that cannot be known, the sweep will know.
    const now = await find(ports, secret).catch(() => null);
    if (now !== null && now.storageKey !== storageKey) await ports.storage.remove(storageKey);
    throw error;
  }
  if (isKept) return;
  await ports.storage.remove(storageKey);
  await requireSame(ports, await find(ports, secret), bytes);
}

export interface Received extends Judged {
  /** What to send as a source */
  source: string;
  bytes: number;
  expires_at: string;
}

/**
 * Takes in a file that is sent to an upload's address. It is judged at once, so that its sender learns what is wrong with
 * it, and can be sent anew when it was refused. `length` is what the sender says, or null.
 */
export async function receiveUpload(
  ports: Ports,
  secret: string,
  chunks: AsyncIterable<Buffer>,
  length: number | null,
): Promise<Received> {
  const row = await find(ports, secret);
  const bytes = await collect(ports, chunks, length);
  const judged = await judge(ports, bytes);
  if (row.storageKey === null) await store(ports, secret, row, judged.kind, bytes);
  else await requireSame(ports, row, bytes);
  return {
    source: `${UPLOAD_PREFIX}${row.id}`,
    ...judged,
    bytes: bytes.length,
    expires_at: row.expiresAt.toISOString(),
  };
}
