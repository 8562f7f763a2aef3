import { bytes, type Tx } from '../../db/client.ts';

/**
 * Another's word that counts once: the id-token of a job, or what the App says of who signed in.
 * @returns false when it counted before; waits for whoever is using it
 */
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

export async function deleteOldAssertions(tx: Tx, before: Date, batch: number): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM used_assertion WHERE hash IN (
      SELECT hash FROM used_assertion WHERE expires_at < ${before} LIMIT ${batch} FOR UPDATE SKIP LOCKED)`;
}
