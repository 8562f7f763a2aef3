import { bytes, type Tx } from '../../db/client.ts';

/**
 * A statement of another party that counts once: the id-token of a job, or the App's identity assertion.
 * @returns false when it counted before; waits for a transaction that is using it
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
