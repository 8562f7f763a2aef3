import { byLabel } from '../../contract/by-label.ts';
import { chooseBase } from '../base/choose.ts';
import {
  type askingFor,
  type askingForPass,
  chosenBaseOf,
  listBasedOn,
  listKnownBases,
  putBase,
  readBaseRequest,
} from '../base/store.ts';
import type { JobData, Ports, RowKey, Tx } from '../ports.ts';
import { encodeChangeMap } from '../shot/change-map.ts';
import { readElementMap, readMaps } from '../shot/element-file.ts';
import { fileKey } from '../shot/files.ts';
import { differenceBetween } from '../shot/keep-shot.ts';
import { labelsBefore } from '../shot/moved-page.ts';
import { forgetBaseChanges, listShots, putBaseChange, type ShotRow } from '../shot/store.ts';
import { findReview, lockChain, type ReviewRow } from './store.ts';

/** Has the undecided reviews choose a base again that use a pass as theirs, or whose request contains `asking`. */
export async function requestBases(
  ports: Ports,
  tx: Tx,
  pass: RowKey,
  asking: ReturnType<typeof askingFor | typeof askingForPass>,
): Promise<void> {
  const { workspaceId } = pass;
  for (const reviewId of await listBasedOn(tx, pass, asking)) {
    await ports.queue.send(tx, 'compare_base', { workspaceId, reviewId }, { key: reviewId });
  }
}

// A decided review stays as its reviewer saw it.
const isUndecided = ({ status }: ReviewRow): boolean => status === 'open' || status === 'preparing';

/** Queues the comparison of a pass with its base, if it asked for one. */
export async function requestBaseComparison(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  if (row.baseRequest === null || !isUndecided(row)) return;
  const { workspaceId, id: reviewId } = row;
  await ports.queue.send(tx, 'compare_base', { workspaceId, reviewId }, { key: reviewId });
}

/** How many images one job compares: a job has five minutes, and a review may have a thousand that changed. */
const MAX_COMPARED = 20;

type Change = Parameters<typeof putBaseChange>[2];

/** Compares a screenshot with its counterpart in the base, and stores the difference image. */
async function compare(ports: Ports, shot: ShotRow, before: ShotRow | undefined, baseId: string): Promise<Change> {
  const none = { baseShare: null, baseDiffKey: null, baseSha256: before?.sha256 ?? null };
  if (before === undefined) return { ...none, baseKind: 'new' };
  if (before.sha256 === shot.sha256) return { ...none, baseKind: 'identical', baseShare: 0 };
  const read = () => ports.storage.get(shot.storageKey);
  const elements = () => readElementMap(ports, shot);
  const found = await differenceBetween(ports, before, { ...shot, read, elements });
  // Without the earlier image only the hashes say that they differ.
  if (found === null) return { ...none, baseKind: 'changed' };
  const { kind, share, diff, areas, map } = found;
  const baseDiffKey = diff === null ? null : fileKey(shot, `base-difference-${baseId}.png`);
  if (diff !== null && baseDiffKey !== null) await ports.storage.put(baseDiffKey, diff);
  const baseMap = map === null ? null : encodeChangeMap(map);
  return { ...none, baseKind: kind, baseShare: share, baseAreas: areas, baseMap, baseDiffKey };
}

async function choose(tx: Tx, row: ReviewRow) {
  const request = readBaseRequest(row);
  return request === null ? null : chooseBase(request, await listKnownBases(tx, row.workspaceId, request));
}

/**
 * Chooses the base of an undecided pass as of now, and makes the comparisons with it that are missing. A base that is
 * nearer than the present one replaces it, together with all comparisons. What is too much for one job is left to the
 * next. Running it twice changes nothing.
 */
export async function compareBase(ports: Ports, { workspaceId, reviewId }: JobData['compare_base']): Promise<void> {
  const row = await findReview(ports.db, workspaceId, reviewId);
  if (row === null || !isUndecided(row)) return;
  const chosen = await choose(ports.db, row);
  const isReplaced = chosen?.id !== chosenBaseOf(row)?.id;
  const changes: { shot: ShotRow; change: Change }[] = [];
  if (chosen !== null) {
    const [own, base] = [
      await listShots(ports.db, workspaceId, [reviewId]),
      await listShots(ports.db, workspaceId, [chosen.id]),
    ];
    const maps = readMaps(ports);
    const labels = await labelsBefore([base, maps], [own, maps]);
    const before = byLabel(base);
    let compared = 0;
    for (const [key, shot] of byLabel(own, (each) => labels.get(each) ?? each.label)) {
      if (shot.baseKind !== null && !isReplaced) continue;
      const earlier = before.get(key);
      if (earlier !== undefined && earlier.sha256 !== shot.sha256) compared += 1;
      if (compared > MAX_COMPARED) break;
      const change = await compare(ports, shot, earlier, chosen.id);
      changes.push({ shot, change: { ...change, baseLabel: labels.get(shot) ?? null } });
    }
  }
  const replaced = await ports.transaction(async (tx) => {
    await lockChain(tx, workspaceId, row.chainId);
    const current = await findReview(tx, workspaceId, reviewId);
    // When another base was chosen meanwhile, the job of the one that came later has the last word.
    if (current === null || !isUndecided(current) || (await choose(tx, current))?.id !== chosen?.id) return [];
    const isNew = chosen?.id !== chosenBaseOf(current)?.id;
    const old = isNew ? await forgetBaseChanges(tx, workspaceId, reviewId) : [];
    if (isNew || (chosen?.position ?? null) !== current.basePosition) await putBase(tx, current, chosen);
    for (const { shot, change } of changes) await putBaseChange(tx, shot, change);
    // Screenshots that are left to the next job, or came, or lost their comparison to another job, meanwhile.
    const left = chosen === null ? [] : await listShots(tx, workspaceId, [reviewId]);
    if (left.some(({ baseKind }) => baseKind === null)) await requestBaseComparison(ports, tx, current);
    return old;
  });
  const kept = new Set(changes.map(({ change }) => change.baseDiffKey));
  await Promise.allSettled(replaced.filter((key) => !kept.has(key)).map((key) => ports.storage.remove(key)));
}
