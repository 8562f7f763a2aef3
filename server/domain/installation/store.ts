import type { Tx } from '../../db/client.ts';

export async function readSetting(tx: Tx, key: string): Promise<string | null> {
  const row = await tx.installation.findUnique({ where: { key } });
  return row?.value ?? null;
}

/** Inserts a setting; keeps one that exists. */
export async function insertSetting(tx: Tx, key: string, value: string): Promise<void> {
  await tx.installation.createMany({ data: [{ key, value }], skipDuplicates: true });
}

export async function writeSetting(tx: Tx, key: string, value: string): Promise<void> {
  await tx.installation.upsert({ where: { key }, create: { key, value }, update: { value } });
}

export async function deleteSetting(tx: Tx, key: string): Promise<void> {
  await tx.installation.deleteMany({ where: { key } });
}

export async function listSettings(tx: Tx, keys: string[]): Promise<string[]> {
  return (await tx.installation.findMany({ where: { key: { in: keys } }, select: { key: true } })).map(
    ({ key }) => key,
  );
}
