import type { Tx } from '../ports.ts';
import { insertSetting, readSetting, writeSetting } from './store.ts';

const NAME = 'secret_key_fingerprint';

/**
 * Remembers which key encrypts this database's secrets, and refuses to start with keys that do not include it: data
 * written with two unrelated keys could never be read whole again.
 */
export async function checkSecretKey(tx: Tx, fingerprints: readonly string[]): Promise<void> {
  const [newest] = fingerprints;
  if (newest === undefined) throw new Error('SECRET_KEY is empty.');
  // Of processes that start together on a new database one is first, and the others find its key.
  await insertSetting(tx, NAME, newest);
  const known = await readSetting(tx, NAME);
  if (known !== null && !fingerprints.includes(known)) {
    throw new Error(
      'SECRET_KEY does not fit this database: its data was encrypted with another key. Set that key; to rotate, put the new one before it: SECRET_KEY=new,old.',
    );
  }
  if (known !== newest) await writeSetting(tx, NAME, newest);
}
