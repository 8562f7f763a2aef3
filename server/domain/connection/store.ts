import type { Prisma, Tx } from '../../db/client.ts';

export type ClientRow = Prisma.OauthClientGetPayload<object>;
export type CodeRow = Prisma.OauthCodeGetPayload<object>;
export type ConnectionRow = Prisma.ConnectionGetPayload<object>;
export type RefreshTokenRow = Prisma.RefreshTokenGetPayload<object>;

const bytes = (value: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(value);

export async function findClientRow(tx: Tx, id: string): Promise<ClientRow | null> {
  return tx.oauthClient.findUnique({ where: { id } });
}

export async function insertClient(
  tx: Tx,
  row: { id: string; name: string; redirectUris: string[]; createdAt: Date },
): Promise<void> {
  await tx.oauthClient.create({ data: { ...row, kind: 'registered' } });
}

/** Keeps what was read at the address that is a client's id, in place of what was read there before. */
export async function upsertDocument(
  tx: Tx,
  row: { id: string; name: string; redirectUris: string[]; createdAt: Date; freshUntil: Date },
): Promise<void> {
  const { id, name, redirectUris, createdAt, freshUntil } = row;
  const read = { name, redirectUris, freshUntil };
  await tx.oauthClient.upsert({
    where: { id },
    create: { id, kind: 'document', createdAt, ...read },
    update: read,
  });
}

/** What was read there is not to be used again. */
export async function staleDocument(tx: Tx, id: string): Promise<void> {
  await tx.oauthClient.updateMany({ where: { id, kind: 'document' }, data: { freshUntil: null } });
}

/** One client may have very many connections, which are not to wait for each other at its row. */
const TOUCH_EVERY_MS = 3_600_000;

/** Notes, to the hour, that a client got a token; one that is not known is let be. */
export async function touchClient(tx: Tx, id: string, at: Date): Promise<void> {
  const before = new Date(at.getTime() - TOUCH_EVERY_MS);
  await tx.oauthClient.updateMany({
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: before } }] },
    data: { lastUsedAt: at },
  });
}

export type NewCode = Omit<CodeRow, 'hash' | 'joinedWith' | 'connectionId' | 'usedAt'> & {
  hash: Uint8Array;
  joinedWith: Uint8Array | null;
};

/** @returns false when the same code is there already; it stays as it is */
export async function insertCode(tx: Tx, row: NewCode): Promise<boolean> {
  const data = { ...row, hash: bytes(row.hash), joinedWith: row.joinedWith && bytes(row.joinedWith) };
  const { count } = await tx.oauthCode.createMany({ data, skipDuplicates: true });
  return count === 1;
}

export async function findCode(tx: Tx, hash: Uint8Array): Promise<CodeRow | null> {
  return tx.oauthCode.findUnique({ where: { hash: bytes(hash) } });
}

/** Keeps others from the code until the transaction ends, and reads it after whoever held it before. */
export async function lockCode(tx: Tx, hash: Uint8Array): Promise<CodeRow | null> {
  await tx.$queryRaw`SELECT 1 FROM oauth_code WHERE hash = ${bytes(hash)} FOR UPDATE`;
  return findCode(tx, hash);
}

/** Pressed again before it was used: it begins anew, for whichever workspace was chosen now. Lock it before. */
export async function chooseAnew(
  tx: Tx,
  { hash, workspaceId, joinedWith, expiresAt, ...code }: NewCode,
): Promise<void> {
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

/** The same one may be begun again; it then lasts as long as before. */
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

/** Those that are not ended `now` and were used after `usedAfter`, the newest first. */
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

export async function listConnectionsJoinedWith(
  tx: Tx,
  workspaceId: string,
  tokenHash: Uint8Array,
): Promise<ConnectionRow[]> {
  return tx.connection.findMany({
    where: { workspaceId, joinedWith: bytes(tokenHash), endedAt: null },
    orderBy: { id: 'asc' },
  });
}

/** Keeps others from the connection and all its tokens until the transaction ends. */
export async function lockConnection(tx: Tx, workspaceId: string, id: string): Promise<ConnectionRow | null> {
  await tx.$queryRaw`SELECT 1 FROM connection WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`;
  return findConnection(tx, workspaceId, id);
}

export async function touchConnection(tx: Tx, workspaceId: string, id: string, at: Date): Promise<void> {
  await tx.connection.updateMany({ where: { workspaceId, id }, data: { lastUsedAt: at } });
}

/** The connection and everything that was issued to it are dead at `at`. Lock it before. */
export async function endConnectionRows(tx: Tx, workspaceId: string, id: string, at: Date): Promise<void> {
  await tx.connection.updateMany({ where: { workspaceId, id }, data: { endedAt: at } });
  await tx.accessToken.updateMany({
    where: { workspaceId, connectionId: id, revokedAt: null },
    data: { revokedAt: at },
  });
  // Rows stay until they expire, dead by the connection's end; what they could still tell goes.
  await tx.refreshToken.updateMany({
    where: { workspaceId, connectionId: id, successor: { not: null } },
    data: { successor: null },
  });
}

export async function insertAccessToken(
  tx: Tx,
  row: { hash: Uint8Array; workspaceId: string; connectionId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.accessToken.create({ data: { ...row, hash: bytes(row.hash), kind: 'access' } });
}

/** A token whose workspace is known: whoever only has the token asks for that first. */
type TokenKey = Pick<RefreshTokenRow, 'workspaceId'> & { hash: Uint8Array };

/** Whose access token this is. */
export async function findAccessToken(
  tx: Tx,
  hash: Uint8Array,
): Promise<{ workspaceId: string; connectionId: string | null } | null> {
  return tx.accessToken.findFirst({
    where: { hash: bytes(hash), kind: 'access' },
    select: { workspaceId: true, connectionId: true },
  });
}

export async function revokeAccessToken(tx: Tx, { workspaceId, hash }: TokenKey, at: Date): Promise<void> {
  await tx.accessToken.updateMany({
    where: { workspaceId, hash: bytes(hash), kind: 'access', revokedAt: null },
    data: { revokedAt: at },
  });
}

export async function insertRefreshToken(
  tx: Tx,
  row: { hash: Uint8Array; workspaceId: string; connectionId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.refreshToken.create({ data: { ...row, hash: bytes(row.hash) } });
}

export async function findRefreshToken(tx: Tx, hash: Uint8Array): Promise<RefreshTokenRow | null> {
  return tx.refreshToken.findUnique({ where: { hash: bytes(hash) } });
}

/** Keeps others from the token until the transaction ends, and reads it after whoever held it before. */
export async function lockRefreshToken(tx: Tx, { workspaceId, hash }: TokenKey): Promise<RefreshTokenRow | null> {
  await tx.$queryRaw`
    SELECT 1 FROM refresh_token WHERE hash = ${bytes(hash)} AND workspace_id = ${workspaceId} FOR UPDATE`;
  return tx.refreshToken.findFirst({ where: { workspaceId, hash: bytes(hash) } });
}

/** `successor`: the pair that replaced it, sealed under it. */
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

/** What was kept for answers of a connection that were given before `before`. Lock the connection before. */
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

/** The same of all connections, `batch` at a time: some are not used again. */
export async function forgetOldSuccessors(tx: Tx, before: Date, batch: number): Promise<number> {
  return tx.$executeRaw`
    UPDATE refresh_token SET successor = NULL WHERE hash IN (
      SELECT hash FROM refresh_token WHERE successor IS NOT NULL AND replaced_at < ${before}
      LIMIT ${batch} FOR UPDATE SKIP LOCKED)`;
}

/** The answer has been given twice, and is not needed any more. */
export async function noteRepeated(tx: Tx, { workspaceId, hash }: TokenKey): Promise<void> {
  const where = { workspaceId, hash: bytes(hash) };
  await tx.refreshToken.updateMany({ where, data: { repeated: true, successor: null } });
}

// Job tokens, documents and cleaning

export type BindingRow = Prisma.RepositoryWorkspaceGetPayload<object>;

/** @returns false when this id-token was exchanged before; waits for whoever is exchanging it */
export async function insertAssertion(tx: Tx, row: { hash: Uint8Array; expiresAt: Date }): Promise<boolean> {
  const { count } = await tx.usedAssertion.createMany({
    data: { ...row, hash: bytes(row.hash) },
    skipDuplicates: true,
  });
  return count === 1;
}

export async function isAssertionUsed(tx: Tx, hash: Uint8Array): Promise<boolean> {
  return (await tx.usedAssertion.count({ where: { hash: bytes(hash) } })) > 0;
}

/** @returns false when the repository has a workspace already; waits for whoever is making or deleting it */
export async function insertBinding(tx: Tx, row: BindingRow): Promise<boolean> {
  const { count } = await tx.repositoryWorkspace.createMany({ data: row, skipDuplicates: true });
  return count === 1;
}

export async function findBinding(tx: Tx, issuer: string, repositoryId: string): Promise<BindingRow | null> {
  return tx.repositoryWorkspace.findUnique({ where: { issuer_repositoryId: { issuer, repositoryId } } });
}

/** Repositories that were called so when a job of theirs last signed in: names change hands, so there may be several. */
export async function listBindingsNamed(tx: Tx, repository: string): Promise<Pick<BindingRow, 'workspaceId'>[]> {
  // Not by the client's own comparison without case: to that an underscore is any character.
  return tx.$queryRaw<Pick<BindingRow, 'workspaceId'>[]>`
    SELECT workspace_id AS "workspaceId" FROM repository_workspace
    WHERE lower(repository) = lower(${repository}) ORDER BY workspace_id`;
}

/** Keeps others from the binding until the transaction ends. Hold its workspace before. */
export async function lockBinding(tx: Tx, issuer: string, repositoryId: string): Promise<BindingRow | null> {
  await tx.$queryRaw`
    SELECT 1 FROM repository_workspace WHERE issuer = ${issuer} AND repository_id = ${repositoryId} FOR UPDATE`;
  return findBinding(tx, issuer, repositoryId);
}

/** Takes the binding of a workspace that is no more. */
export async function dropBinding(tx: Tx, { issuer, repositoryId, workspaceId }: BindingRow): Promise<void> {
  await tx.repositoryWorkspace.deleteMany({ where: { issuer, repositoryId, workspaceId } });
}

/** Notes what the repository is called and whose it is by now, and that its connection was used. */
export async function touchJob(
  tx: Tx,
  job: {
    issuer: string;
    repositoryId: string;
    repository: string;
    ownerId: string;
    workspaceId: string;
    connectionId: string;
    now: Date;
  },
): Promise<void> {
  const { issuer, repositoryId, repository, ownerId, workspaceId, connectionId, now } = job;
  await tx.repositoryWorkspace.updateMany({
    where: { issuer, repositoryId },
    data: { repository, ownerId, connectionId },
  });
  await tx.connection.updateMany({
    where: { workspaceId, id: connectionId },
    data: { clientName: repository, lastUsedAt: now },
  });
}

/** Everything of a workspace that is deleted; lock it before. */
export async function deleteWorkspaceConnections(tx: Tx, workspaceId: string): Promise<void> {
  await tx.oauthCode.deleteMany({ where: { workspaceId } });
  // By their connections: nothing finds refresh tokens by their workspace alone.
  await tx.$executeRaw`
    DELETE FROM refresh_token WHERE workspace_id = ${workspaceId}
      AND connection_id IN (SELECT id FROM connection WHERE workspace_id = ${workspaceId})`;
  await tx.repositoryWorkspace.deleteMany({ where: { workspaceId } });
  await tx.connection.deleteMany({ where: { workspaceId } });
}

// What several processes clean up at once: each takes rows that no other holds.

export async function deleteOldCodes(tx: Tx, before: Date, batch: number): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM oauth_code WHERE hash IN (
      SELECT hash FROM oauth_code WHERE expires_at < ${before} LIMIT ${batch} FOR UPDATE SKIP LOCKED)`;
}

export async function deleteOldTokens(tx: Tx, kind: 'access' | 'try', before: Date, batch: number): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM access_token WHERE hash IN (
      SELECT hash FROM access_token WHERE expires_at < ${before} AND kind = ${kind} LIMIT ${batch}
      FOR UPDATE SKIP LOCKED)`;
}

export async function deleteOldRefreshTokens(tx: Tx, before: Date, batch: number): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM refresh_token WHERE hash IN (
      SELECT hash FROM refresh_token WHERE expires_at < ${before} LIMIT ${batch} FOR UPDATE SKIP LOCKED)`;
}

export async function deleteOldAssertions(tx: Tx, before: Date, batch: number): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM used_assertion WHERE hash IN (
      SELECT hash FROM used_assertion WHERE expires_at < ${before} LIMIT ${batch} FOR UPDATE SKIP LOCKED)`;
}

export async function deleteOldSignIns(tx: Tx, before: Date, batch: number): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM connect_sign_in WHERE id IN (
      SELECT id FROM connect_sign_in WHERE expires_at < ${before} LIMIT ${batch} FOR UPDATE SKIP LOCKED)`;
}

/**
 * Connections that got no token since `before` and never will again: they are ended, or have no refresh token that
 * lives `now`. What is left of their tokens goes with them.
 */
export async function deleteOldConnections(
  tx: Tx,
  { now, before }: { now: Date; before: Date },
  batch: number,
): Promise<number> {
  return tx.$executeRaw`
    WITH old AS (
      SELECT id FROM connection c WHERE last_used_at < ${before} AND (
        ended_at IS NOT NULL OR NOT EXISTS (
          SELECT 1 FROM refresh_token r
          WHERE r.connection_id = c.id AND r.workspace_id = c.workspace_id AND r.replaced_at IS NULL AND r.expires_at > ${now}))
      LIMIT ${batch} FOR UPDATE SKIP LOCKED),
    refresh AS (DELETE FROM refresh_token WHERE connection_id IN (SELECT id FROM old)),
    access AS (DELETE FROM access_token WHERE connection_id IN (SELECT id FROM old))
    DELETE FROM connection WHERE id IN (SELECT id FROM old)`;
}

/**
 * Clients that nobody connected since they came before `never`, and those not used since `unused`; not while one of
 * their connections lives, or somebody is about to connect. Of documents, `never` counts from when they were last read.
 */
export async function deleteOldClients(
  tx: Tx,
  { unused, never }: { unused: Date; never: Date },
  batch: number,
): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM oauth_client WHERE id IN (
      SELECT id FROM oauth_client o
      WHERE (last_used_at < ${unused} OR (last_used_at IS NULL AND coalesce(fresh_until, created_at) < ${never}))
        AND NOT EXISTS (SELECT 1 FROM connection c WHERE c.client_id = o.id AND c.ended_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM oauth_code WHERE oauth_code.client_id = o.id AND used_at IS NULL)
      LIMIT ${batch} FOR UPDATE SKIP LOCKED)`;
}
