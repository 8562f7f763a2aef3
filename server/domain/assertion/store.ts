import { bytes, type Tx } from '../../db/client.ts';

/**
 * Records a statement of another party that counts once: the id-token of a job, or the App's identity assertion. Waits
 * for a transaction that is using it.
 * @returns false when it has been used before
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
