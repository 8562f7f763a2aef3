import { setTimeout as after } from 'node:timers/promises';
import { readSetting, writeSetting } from '../installation/store.ts';
import { listAfterImageKeys } from '../mark/store.ts';
import type { Ports } from '../ports.ts';
import { filesOf } from '../shot/files.ts';
import { listDocumentKeys, listShotFiles } from '../shot/store.ts';
import { listUploadKeys } from '../upload/store.ts';
import { listWorkspaceIds } from '../workspace/store.ts';
import { listErased } from './erased.ts';

/** Longer than anything takes between a file and the commit of the row that names it. */
const OLD_SECONDS = 3600;
/** Longer than a transaction may take: after a sleep of the whole machine everything is old that was under way. */
const SECOND_LOOK_MS = 30_000;
/** What one run looks at, at most; the next continues where it ended. */
const MAX_FILES = 100_000;
const MAX_ORPHANS = 1000;
const PAGE = 1000;
const POSITION = 'storage_sweep';

/** Whose row would name a file, by where it lies. What lies elsewhere is not ours: nobody knows, and it stays. */
type Owner = { kind: 'shot' | 'review' | 'chain' | 'upload'; workspaceId: string; id: string } | { kind: 'nobody' };

function ownerOf(key: string): Owner | null {
  if (key.endsWith('.part') || key.startsWith('probes/')) return { kind: 'nobody' };
  const [workspaceId = '', folder = '', third = '', ...more] = key.split('/');
  if (!/^\w{26}$/.test(workspaceId) || third === '') return null;
  const chain = /^after-(\w{26})$/.exec(folder)?.[1];
  if (chain !== undefined && more.length === 0) return { kind: 'chain', workspaceId, id: chain };
  const upload = folder === 'uploads' && more.length === 0 ? /^(\w{26})-\w{26}$/.exec(third)?.[1] : undefined;
  if (upload !== undefined) return { kind: 'upload', workspaceId, id: upload };
  if (!/^\w{26}$/.test(folder)) return null;
  if (/^\w{26}$/.test(third) && more.length === 1) return { kind: 'shot', workspaceId, id: third };
  return third.startsWith('document-') && more.length === 0 ? { kind: 'review', workspaceId, id: folder } : null;
}

const ownWorkspace = (owner: Owner | null): string[] =>
  owner === null || owner.kind === 'nobody' ? [] : [owner.workspaceId];

/** Those of these files that no row names. A workspace unknown to this database may be another one's: its files stay. */
async function orphansAmong(ports: Ports, keys: readonly string[]): Promise<string[]> {
  const owners = new Map(keys.map((key) => [key, ownerOf(key)]));
  const of = (kind: Owner['kind']) => {
    const found = [...owners.values()].filter((owner) => owner !== null && owner.kind !== 'nobody');
    const wanted = found.filter((owner) => owner.kind === kind);
    return {
      workspaceIds: [...new Set(wanted.map(({ workspaceId }) => workspaceId))],
      ids: [...new Set(wanted.map(({ id }) => id))],
    };
  };
  const named = new Set([
    ...filesOf(await listShotFiles(ports.db, of('shot'))),
    ...(await listDocumentKeys(ports.db, of('review'))),
    ...(await listAfterImageKeys(ports.db, of('chain'))),
    ...(await listUploadKeys(ports.db, of('upload'))),
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
 * Removes files that no row names, left by processes that died between writing a file and the commit. Any number of
 * replicas may do it at once. `wait` passes the time until the second look. @returns how many went
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
  // Only now: what was found and not removed is found again.
  await writeSetting(ports.db, POSITION, position);
  return removed;
}
