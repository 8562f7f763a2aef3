import { UPLOAD_PREFIX } from '../../contract/source.ts';
import { DomainError, wrongState } from '../failure.ts';
import { newId } from '../ids.ts';
import type { Ports, Tx } from '../ports.ts';
import { takeTurn } from '../workspace/store.ts';
import { collect, type Judged, judge } from './judge.ts';
import { isUploadKind, MAX_LIVING_BYTES, type UploadKind } from './rules.ts';
import { findUploadBySecret, keepFile, sumLiving, type UploadRow } from './store.ts';

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

/** Returns the key for an attempt to send an upload's file. Each attempt has a key of its own. */
const keyFor = (ports: Ports, { workspaceId, id }: UploadRow): string =>
  `${workspaceId}/uploads/${id}-${newId(ports.clock())}`;

/**
 * Checks that the address already has the same file. An address keeps its file for good, so that no later visitor can
 * replace it. Sending the same file again is allowed, because the first answer may have been lost.
 */
async function assertSame(ports: Ports, { storageKey, size }: UploadRow, bytes: Buffer): Promise<void> {
  if (storageKey === null) throw unknown();
  if (size === bytes.length) {
    const known = await ports.storage.find(storageKey);
    if (known === null) throw unknown();
    if (known.equals(bytes)) return;
  }
  throw new DomainError('conflict', 'Another file was sent here already. Call create_upload again for this one.');
}

/**
 * Checks the workspace's upload quota. @throws DomainError `invalid_state` when it has no space for `size` bytes more
 */
async function requireCapacity(tx: Tx, ports: Ports, { workspaceId }: UploadRow, size: number): Promise<void> {
  if ((await sumLiving(tx, workspaceId, ports.clock())) + size <= MAX_LIVING_BYTES) return;
  const most = MAX_LIVING_BYTES / 1_000_000;
  throw wrongState(
    `The files that a workspace uploads within an hour have up to ${most} MB together. Wait until some are an hour old, then call create_upload again; or give sources that are addresses.`,
  );
}

/**
 * Assigns the file to the address, once. The workspace's lock makes concurrent uploads check the quota one after
 * another.
 */
async function keep(ports: Ports, row: UploadRow, file: Parameters<typeof keepFile>[2]): Promise<boolean> {
  return ports.transaction(async (tx) => {
    await takeTurn(tx, row.workspaceId);
    const isKept = await keepFile(tx, row, file);
    // Counted with this file, and only if it is new.
    if (isKept) await requireCapacity(tx, ports, row, 0);
    return isKept;
  });
}

async function store(ports: Ports, secret: string, row: UploadRow, kind: UploadKind, bytes: Buffer): Promise<void> {
  const storageKey = keyFor(ports, row);
  await ports.storage.put(storageKey, bytes);
  let isKept = false;
  try {
    isKept = await keep(ports, row, { storageKey, kind, size: bytes.length });
  } catch (error) {
    // The error may have come after the commit: then the row needs its file. When that cannot be checked, the sweep of
    // files decides.
    const now = await find(ports, secret).catch(() => null);
    if (now !== null && now.storageKey !== storageKey) await ports.storage.remove(storageKey);
    throw error;
  }
  if (isKept) return;
  await ports.storage.remove(storageKey);
  await assertSame(ports, await find(ports, secret), bytes);
}

/** Judges and keeps the first file of an address; compares any further file with it. */
async function settle(ports: Ports, secret: string, row: UploadRow, bytes: Buffer): Promise<Judged> {
  if (row.storageKey !== null && isUploadKind(row.kind)) {
    await assertSame(ports, row, bytes);
    return { kind: row.kind };
  }
  const judged = await judge(ports, bytes);
  await store(ports, secret, row, judged.kind, bytes);
  return judged;
}

/** The answer to a received file. The dimensions or pages are included only for a new one. */
export interface Received extends Judged {
  /** What to send as a source */
  source: string;
  bytes: number;
  expires_at: string;
}

/**
 * Receives a file that is sent to an upload's address. Judges it at once, so that the sender learns what is wrong with
 * it, and can send another one after a refusal. `length` is the size that the sender declares, or null.
 */
export async function receiveUpload(
  ports: Ports,
  secret: string,
  chunks: AsyncIterable<Buffer>,
  length: number | null,
): Promise<Received> {
  const row = await find(ports, secret);
  // Checked before the file arrives, as far as its size is known, so that nothing is judged or written in vain.
  const known = length !== null && length <= MAX_LIVING_BYTES ? length : 1;
  if (row.storageKey === null) await requireCapacity(ports.db, ports, row, known);
  const bytes = await collect(ports, chunks, length);
  return {
    source: `${UPLOAD_PREFIX}${row.id}`,
    ...(await settle(ports, secret, row, bytes)),
    bytes: bytes.length,
    expires_at: row.expiresAt.toISOString(),
  };
}
