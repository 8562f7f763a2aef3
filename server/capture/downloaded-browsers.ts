import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

function executablesBelow(folder: string, names: RegExp, depth: number): string[] {
  if (depth === 0) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  const here = entries.filter((entry) => entry.isFile() && names.test(entry.name));
  if (here.length > 0) return here.map((entry) => join(folder, entry.name));
  return entries
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => executablesBelow(join(folder, entry.name), names, depth - 1));
}

/**
 * Returns the executables of these names that Playwright has downloaded, those in the folder of the highest rank first.
 * `executablePath`: where Playwright would have its own.
 */
export function downloadedBrowsers(executablePath: string, names: RegExp, rank: (folder: string) => number): string[] {
  let root = executablePath;
  while (!/^chromium-\d+$/.test(root.split(/[\\/]/).at(-1) ?? '')) {
    if (dirname(root) === root) return [];
    root = dirname(root);
  }
  const store = dirname(root);
  if (!existsSync(store)) return [];
  return readdirSync(store)
    .filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name))
    .sort((a, b) => rank(b) - rank(a))
    .flatMap((name) => executablesBelow(join(store, name), names, 5));
}

export const revisionOf = (folder: string): number => Number(folder.split('-').at(-1));
