import { setTimeout as after } from 'node:timers/promises';
import { readSetting, writeSetting } from '../installation/store.ts';
import type { Ports } from '../ports.ts';
import { imageFiles, ownFiles } from '../shot/files.ts';
import { listShotFiles, listShownImages } from '../shot/store.ts';
import { listWorkspaceIds } from '../workspace/store.ts';
import { listErased } from './erase-workspace.ts';
import { listKeys } from './store.ts';

/** Longer than any request takes between writing a file and committing the row that names it. */
const OLD_SECONDS = 3600;
/**
 * Longer than a transaction may take. After the machine slept, files of transactions still under way look old too, so
 * they are checked twice.
 */
const SECOND_LOOK_MS = 30_000;
/** The maximum number of files that one run checks; the next run continues where it ended. */
const MAX_FILES = 100_000;
const MAX_ORPHANS = 1000;
const PAGE = 1000;
const POSITION = 'storage_sweep';

/** The kind of row that would name a file, derived from its key. Files with any other key are not ours and stay. */
type Owner =
  | { kind: 'shot' | 'image' | 'review' | 'printout' | 'chain' | 'upload'; workspaceId: string; id: string }
  | { kind: 'nobody' };

/** Returns the row that would name a file; null for a file that is not ours. */
export function ownerOf(key: string): Owner | null {
  if (key.endsWith('.part') || key.startsWith('probes/')) return { kind: 'nobody' };
  const [workspaceId = '', folder = '', third = '', ...more] = key.split('/');
  if (!/^\w{26}$/.test(workspaceId) || third === '') return null;
  const chain = /^after-(\w{26})$/.exec(folder)?.[1];
  if (chain !== undefined && more.length === 0) return { kind: 'chain', workspaceId, id: chain };
  const upload = folder === 'uploads' && more.length === 0 ? /^(\w{26})-\w{26}$/.exec(third)?.[1] : undefined;
  if (upload !== undefined) return { kind: 'upload', workspaceId, id: upload };
  if (folder === 'images' && /^\w{26}$/.test(third) && more.length === 1)
    return { kind: 'image', workspaceId, id: third };
  if (!/^\w{26}$/.test(folder)) return null;
  if (/^\w{26}$/.test(third) && more.length === 1) return { kind: 'shot', workspaceId, id: third };
  const printout = more.length === 0 ? /^printout-(\w{26})\.pdf$/.exec(third)?.[1] : undefined;
  if (printout !== undefined) return { kind: 'printout', workspaceId, id: printout };
  return third.startsWith('document-') && more.length === 0 ? { kind: 'review', workspaceId, id: folder } : null;
}

const ownWorkspace = (owner: Owner | null): string[] =>
  owner === null || owner.kind === 'nobody' ? [] : [owner.workspaceId];

/**
 * Returns those of these files that no row names. The files of a workspace that this database does not know stay,
 * because they may belong to another service.
 */
async function orphansAmong(ports: Ports, keys: readonly string[]): Promise<string[]> {
  const owners = new Map(keys.map((key) => [key, ownerOf(key)]));
  const found = [...owners.values()].filter((owner) => owner !== null && owner.kind !== 'nobody');
  const of = (kind: Owner['kind']) => {
    const wanted = found.filter((owner) => owner.kind === kind);
    return {
      workspaceIds: [...new Set(wanted.map(({ workspaceId }) => workspaceId))],
      ids: [...new Set(wanted.map(({ id }) => id))],
    };
  };
  const images = found.filter(({ kind }) => kind === 'image');
  const named = new Set([
    ...ownFiles(await listShotFiles(ports.db, of('shot'))),
    ...(await listShownImages(ports.db, images)).flatMap(imageFiles),
    ...(await listKeys(ports.db, 'review', of('review'))),
    ...(await listKeys(ports.db, 'printout', of('printout'))),
    ...(await listKeys(ports.db, 'chain', of('chain'))),
    ...(await listKeys(ports.db, 'upload', of('upload'))),
  ]);
  const workspaceIds = [...new Set([...owners.values()].flatMap((owner) => ownWorkspace(owner)))];
  const ours = new Set([
    ...(await listWorkspaceIds(ports.db, workspaceIds)),
    ...(await listErased(ports.db, workspaceIds)),
  ]);
  return keys.filter((key) => {
    const owner = owners.get(key) ?? null;
    return owner !== null && !named.has(key) && ownWorkspace(owner).every((id) => ours.has(id));
  });
}

const aWhile = (): Promise<void> => after(SECOND_LOOK_MS, undefined, { ref: false });

/**
 * Removes files that no row names, left by processes that crashed between writing a file and the commit. Any number of
 * replicas may do it at once. `wait` passes the time until the second check.
 * @returns how many files were removed
 */
export async function sweepFiles(ports: Ports, wait: () => Promise<void> = aWhile): Promise<number> {
  let position = (await readSetting(ports.db, POSITION)) ?? '';
  const found: string[] = [];
  for (let seen = 0; seen < MAX_FILES && found.length < MAX_ORPHANS; seen += PAGE) {
    const files = await ports.storage.list(position, PAGE);
    const old = files.filter(({ ageSeconds }) => ageSeconds > OLD_SECONDS).map(({ key }) => key);
    if (old.length > 0) found.push(...(await orphansAmong(ports, old)));
    position = files.length < PAGE ? '' : (files.at(-1)?.key ?? '');
    if (position === '') break;
  }
  let removed = 0;
  if (found.length > 0) {
    await wait();
    const orphans = await orphansAmong(ports, found);
    for (const key of orphans) await ports.storage.remove(key);
    removed = orphans.length;
  }
  // Written last, so that an interrupted run finds again what it did not remove.
  await writeSetting(ports.db, POSITION, position);
  return removed;
}
