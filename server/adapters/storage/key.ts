/** Refuses what would leave the place it is below, or mean different places to different stores. */
export function checkKey(key: string): string {
  const isWhole = key.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  if (!isWhole || /[\x00-\x1f\x7f]/.test(key)) throw new Error('A storage key left its folder');
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
