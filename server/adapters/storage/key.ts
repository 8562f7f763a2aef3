/**
 * Whether a key stays within its folder and means the same place in every store. Keys of other software may be
 * anything.
 */
export function isKey(key: string): boolean {
  const isWhole = key.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  return isWhole && !/[\x00-\x1f\x7f]/.test(key);
}

export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error('A storage key left its folder');
  return key;
}

/** Checks a folder in the same way, so that removing a folder never removes everything. */
export function checkFolder(folder: string): string {
  try {
    return checkKey(folder);
  } catch {
    throw new Error('The whole storage is no folder of it');
  }
}
