/**
 * Removes from `node_modules` what the image does not run: packages that only developers or other platforms need, the
 * Node and the database for machines that have none, the queries for other databases, and debugging files. Run it where
 * the packages were installed.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const ownOptional = Object.keys(packages[''].optionalDependencies).map((name) => `node_modules/${name}`);
const forDevelopers = Object.keys(packages).filter((folder) => packages[folder].devOptional === true);
for (const folder of [...ownOptional, ...forDevelopers, 'node_modules/.bin']) {
  rmSync(folder, { recursive: true, force: true });
}

const unread = [/\.map$/, /\.d\.[cm]?ts$/, /@prisma\/client\/runtime\/.*\.(cockroachdb|mysql|sqlite|sqlserver)\./];
for (const entry of readdirSync('node_modules', { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && unread.some((pattern) => pattern.test(path))) rmSync(path);
}
