/** Whether a key stays below its place and means the same place to all stores. Others' files may have any. */
export function isKey(key: string): boolean {
  const isWhole = key.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  return isWhole && !/[\x00-\x1f\x7f]/.test(key);
}

export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error('A storage key left its folder');
  return key;
}

/** Likewise of a folder: nothing that is removed as a folder is ever everything. */
export function checkFolder(folder: string): string {
  try {
    return checkKey(folder);
  } catch {
    throw new Error('The whole storage is no folder of it');
  }
}
