import type { Tx } from '../ports.ts';
import { insertSetting, readSetting, writeSetting } from './store.ts';

const NAME = 'secret_key_fingerprint';

/**
 * Remembers every key with which this database's secrets were encrypted, and refuses to start without one of them,
 * because values encrypted with it could not be read.
 * @throws when a key is missing
 */
export async function checkSecretKey(tx: Tx, fingerprints: readonly string[]): Promise<void> {
  const [newest] = fingerprints;
  if (newest === undefined) throw new Error('SECRET_KEY is empty.');
  // When processes start together on a new database, one is first, and the others find its key.
  await insertSetting(tx, NAME, newest);
  const used = (await readSetting(tx, NAME))?.split(',') ?? [];
  const missing = used.filter((key) => !fingerprints.includes(key));
  if (missing.length > 0) {
    throw new Error(
      `SECRET_KEY does not fit this database: ${missing.length} of the keys its data was encrypted with ${missing.length === 1 ? 'is' : 'are'} not in it. To rotate, put the new key before the old ones and keep those: SECRET_KEY=new,old. Where several processes run, give all of them SECRET_KEY=old,new first. The key of a service that began without SECRET_KEY is in the file secret.key of the database’s folder, below DATA_DIR.`,
    );
  }
  if (!used.includes(newest)) await writeSetting(tx, NAME, [...used, newest].join(','));
}
