import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const run = promisify(execFile);

export const root = join(import.meta.dirname, '../../../..');

/** Returns the folders of the packages that the lock file installs without development dependencies. */
async function installed(): Promise<string[]> {
  const { packages }: { packages: Record<string, { dev?: boolean; devOptional?: boolean }> } = JSON.parse(
    await readFile(join(root, 'package-lock.json'), 'utf8'),
  );
  return Object.entries(packages)
    .filter(([folder, { dev, devOptional }]) => folder !== '' && dev !== true && devOptional !== true)
    .map(([folder]) => folder)
    .filter((folder) => folder.lastIndexOf('node_modules/') === 0);
}

/**
 * Builds the package, packs it, and installs the archive into an empty folder. Links only its dependencies beside it.
 * @returns the folder, as after `npm install sightline`
 */
export async function installPackage(): Promise<string> {
  const folder = await temporaryFolder('sightline-package-');
  // The embedded database runs as another user, who must reach its folder.
  await chmod(folder, 0o755);
  const built = join(folder, 'built');
  await run(process.execPath, [join(root, 'server/scripts/build.ts'), built], { cwd: root });
  await run('npm', ['pack', built, '--silent', '--pack-destination', folder], { cwd: folder });
  const { version } = JSON.parse(await readFile(join(built, 'package.json'), 'utf8'));
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, 'sightline'), { recursive: true });
  const archive = join(folder, `sightline-${version}.tgz`);
  await run('tar', ['-xzf', archive, '-C', join(modules, 'sightline'), '--strip-components=1']);
  await rm(built, { recursive: true });
  for (const path of await installed()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(root, path), join(folder, path)).catch(() => {});
  }
  return folder;
}
