import type { MarkKind, MarkPosition } from '../../contract/mark.ts';
import type { Ports, Tx } from '../ports.ts';
import type { Scene } from '../review/as-reviewer.ts';
import { type ComparedShot, listComparedShots } from '../shot/store.ts';
import { lookUnder, readMaps } from './look-under.ts';
import type { Place } from './rules.ts';
import { insertMark, nextNumber, type PlacedMark, putPlace } from './store.ts';

export interface MarkToMake {
  kind: MarkKind;
  place: Place;
  /** How sure it is that what is meant lies there. Default: exact */
  position?: MarkPosition;
  body: string;
  mustFix: boolean;
  /** Empty or left out: nobody said who. */
  author?: string | null | undefined;
  source: PlacedMark['source'];
  /** Made by the page, so that a repeat finds its mark. */
  clientMarkId?: string;
}

/**
 * Pins a mark on a shot of the pass and keeps what lies under it; the caller holds the chain's lock. `shotOf` picks the
 * shot, or throws. @returns the mark's number
 */
export async function makeMark(
  ports: Ports,
  tx: Tx,
  { row, chain, now }: Pick<Scene, 'row' | 'chain' | 'now'>,
  shotOf: (shots: readonly ComparedShot[]) => ComparedShot,
  mark: MarkToMake,
): Promise<number> {
  const shots = await listComparedShots(tx, row.workspaceId, [row.id]);
  const shot = shotOf(shots);
  const number = await nextNumber(tx, chain);
  await insertMark(tx, {
    ...chain,
    number,
    clientMarkId: mark.clientMarkId ?? null,
    kind: mark.kind,
    body: mark.body,
    mustFix: mark.mustFix,
    status: 'open',
    author: mark.author || null,
    source: mark.source,
    pass: row.pass,
    createdAt: now,
    updatedAt: now,
  });
  const under = await lookUnder(shot, shots, mark.place, readMaps(ports), {
    position: mark.position ?? 'exact',
    element: null,
  });
  await putPlace(tx, { reviewId: row.id, workspaceId: row.workspaceId, number, shotId: shot.id }, mark.place, under);
  return number;
}
