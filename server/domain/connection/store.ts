import { bytes, type Prisma, type Tx } from '../../db/client.ts';

export type CodeRow = Prisma.OauthCodeGetPayload<object>;
export type ConnectionRow = Prisma.ConnectionGetPayload<object>;
export type RefreshTokenRow = Prisma.RefreshTokenGetPayload<object>;

export type NewCode = Omit<CodeRow, 'hash' | 'joinedWith' | 'connectionId' | 'usedAt'> & {
  hash: Uint8Array;
  joinedWith: Uint8Array | null;
};

/** Inserts a code. @returns false when the same code exists already, which stays as it is */
export async function insertCode(tx: Tx, row: NewCode): Promise<boolean> {
  const data = { ...row, hash: bytes(row.hash), joinedWith: row.joinedWith && bytes(row.joinedWith) };
  const { count } = await tx.oauthCode.createMany({ data, skipDuplicates: true });
  return count === 1;
}

export async function findCode(tx: Tx, hash: Uint8Array): Promise<CodeRow | null> {
  return tx.oauthCode.findUnique({ where: { hash: bytes(hash) } });
}

/** Locks the code until the transaction ends, and reads it after the previous lock holder. */
export async function lockCode(tx: Tx, hash: Uint8Array): Promise<CodeRow | null> {
  await tx.$queryRaw`SELECT 1 FROM oauth_code WHERE hash = ${bytes(hash)} FOR UPDATE`;
  return findCode(tx, hash);
}

/** Renews an unused code after a second press, for the workspace that was chosen now. Lock the code before. */
export async function renewCode(tx: Tx, { hash, workspaceId, joinedWith, expiresAt, ...code }: NewCode): Promise<void> {
  const { githubLogin, githubUserId, githubIssuer, githubRepositoryId } = code;
  const github = { githubLogin, githubUserId, githubIssuer, githubRepositoryId };
  await tx.oauthCode.update({
    where: { hash: bytes(hash) },
    data: { workspaceId, joinedWith: joinedWith && bytes(joinedWith), expiresAt, ...github },
  });
}

export async function useCode(
  tx: Tx,
  hash: Uint8Array,
  use: { usedAt: Date; workspaceId: string; connectionId: string },
): Promise<void> {
  await tx.oauthCode.update({ where: { hash: bytes(hash) }, data: use });
}

export type SignInRow = Prisma.ConnectSignInGetPayload<object>;

/** Inserts a sign-in. The same one may begin again; it then ends when it would have ended before. */
export async function insertSignIn(tx: Tx, row: SignInRow): Promise<void> {
  await tx.connectSignIn.createMany({ data: row, skipDuplicates: true });
}

export async function findSignInRow(tx: Tx, id: string): Promise<SignInRow | null> {
  return tx.connectSignIn.findUnique({ where: { id } });
}

export async function insertConnection(
  tx: Tx,
  row: Omit<ConnectionRow, 'joinedWith' | 'endedAt'> & { joinedWith: Uint8Array | null },
): Promise<void> {
  await tx.connection.create({ data: { ...row, joinedWith: row.joinedWith && bytes(row.joinedWith) } });
}

export async function findConnection(tx: Tx, workspaceId: string, id: string): Promise<ConnectionRow | null> {
  return tx.connection.findFirst({ where: { workspaceId, id } });
}

/** Returns the connections that have not ended `now` and were used after `usedAfter`, the newest first. */
export async function listLivingConnections(
  tx: Tx,
  workspaceId: string,
  { usedAfter, now }: { usedAfter: Date; now: Date },
  limit: number,
): Promise<ConnectionRow[]> {
  return tx.connection.findMany({
    where: {
      workspaceId,
      endedAt: null,
      lastUsedAt: { gt: usedAfter },
      OR: [{ endsAt: null }, { endsAt: { gt: now } }],
    },
    orderBy: { id: 'desc' },
    take: limit,
  });
}

/** Lists the living connections that joined the workspace with a try token. */
export async function listJoinedByToken(tx: Tx, workspaceId: string): Promise<ConnectionRow[]> {
  const where = { workspaceId, joinedWith: { not: null }, endedAt: null };
  return tx.connection.findMany({ where, orderBy: { id: 'asc' } });
}

/** Locks the connection and all its tokens until the transaction ends. */
export async function lockConnection(tx: Tx, workspaceId: string, id: string): Promise<ConnectionRow | null> {
  await tx.$queryRaw`SELECT 1 FROM connection WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`;
  return findConnection(tx, workspaceId, id);
}

/** Notes that the connection was used, and its client's current name. */
export async function touchConnection(
  tx: Tx,
  workspaceId: string,
  id: string,
  now: { lastUsedAt: Date; clientName?: string },
): Promise<void> {
  await tx.connection.updateMany({ where: { workspaceId, id }, data: now });
}

/** Ends the connection, and everything issued to it, at `at`. Lock the connection before. */
export async function endConnectionRows(tx: Tx, workspaceId: string, id: string, at: Date): Promise<void> {
  await tx.connection.updateMany({ where: { workspaceId, id }, data: { endedAt: at } });
  await tx.accessToken.updateMany({
    where: { workspaceId, connectionId: id, revokedAt: null },
    data: { revokedAt: at },
  });
  // The ended rows stay until they expire; the answers stored in them, which could still reveal tokens, are deleted.
  await tx.refreshToken.updateMany({
    where: { workspaceId, connectionId: id, successor: { not: null } },
    data: { successor: null },
  });
}

/** A token whose workspace is known. A caller that has only the token looks the workspace up first. */
type TokenKey = Pick<RefreshTokenRow, 'workspaceId'> & { hash: Uint8Array };

export async function insertRefreshToken(
  tx: Tx,
  row: { hash: Uint8Array; workspaceId: string; connectionId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.refreshToken.create({ data: { ...row, hash: bytes(row.hash) } });
}

export async function findRefreshToken(tx: Tx, hash: Uint8Array): Promise<RefreshTokenRow | null> {
  return tx.refreshToken.findUnique({ where: { hash: bytes(hash) } });
}

/** Locks the token until the transaction ends, and reads it after the previous lock holder. */
export async function lockRefreshToken(tx: Tx, { workspaceId, hash }: TokenKey): Promise<RefreshTokenRow | null> {
  await tx.$queryRaw`
    SELECT 1 FROM refresh_token WHERE hash = ${bytes(hash)} AND workspace_id = ${workspaceId} FOR UPDATE`;
  return tx.refreshToken.findFirst({ where: { workspaceId, hash: bytes(hash) } });
}

/** Replaces a token. `successor`: the pair that replaced it, encrypted under it. */
export async function replaceRefreshToken(
  tx: Tx,
  { workspaceId, hash }: TokenKey,
  at: Date,
  successor: Uint8Array,
): Promise<void> {
  await tx.refreshToken.updateMany({
    where: { workspaceId, hash: bytes(hash) },
    data: { replacedAt: at, successor: bytes(successor) },
  });
}

/** Deletes a connection's stored answers that were given before `before`. Lock the connection before. */
export async function forgetSuccessors(
  tx: Tx,
  { workspaceId, connectionId }: Pick<RefreshTokenRow, 'workspaceId' | 'connectionId'>,
  before: Date,
): Promise<void> {
  await tx.refreshToken.updateMany({
    where: { workspaceId, connectionId, successor: { not: null }, replacedAt: { lt: before } },
    data: { successor: null },
  });
}

/** Deletes stored answers of all connections, `batch` at a time: some connections are not used again. */
export async function forgetOldSuccessors(tx: Tx, before: Date, batch: number): Promise<number> {
  return tx.$executeRaw`
    UPDATE refresh_token SET successor = NULL WHERE hash IN (
      SELECT hash FROM refresh_token WHERE successor IS NOT NULL AND replaced_at < ${before}
      LIMIT ${batch} FOR UPDATE SKIP LOCKED)`;
}

/** Notes that the answer was given a second time, and deletes the stored copy. */
export async function noteRepeated(tx: Tx, { workspaceId, hash }: TokenKey): Promise<void> {
  const where = { workspaceId, hash: bytes(hash) };
  await tx.refreshToken.updateMany({ where, data: { repeated: true, successor: null } });
}

/** Deletes the codes for a deleted workspace: a code belongs to no connection until it is exchanged. */
export async function deleteWorkspaceCodes(tx: Tx, workspaceId: string): Promise<void> {
  await tx.oauthCode.deleteMany({ where: { workspaceId } });
}

// Several processes may run the following at once: each skips rows that another has locked.

/**
 * Deletes connections that got no token since `before` and cannot get one again: they have ended, or have no refresh
 * token that is valid `now`. Their remaining tokens are deleted as well.
 */
export async function deleteOldConnections(
  tx: Tx,
  { now, before }: { now: Date; before: Date },
  batch: number,
): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM connection WHERE (workspace_id, id) IN (
      SELECT workspace_id, id FROM connection c WHERE last_used_at < ${before} AND (
        ended_at IS NOT NULL OR NOT EXISTS (
          SELECT 1 FROM refresh_token r
          WHERE r.connection_id = c.id AND r.workspace_id = c.workspace_id AND r.replaced_at IS NULL AND r.expires_at > ${now}))
      LIMIT ${batch} FOR UPDATE SKIP LOCKED)`;
}
