import type { MarkKind, MarkPosition } from '../../contract/mark.ts';
import type { MarkFields } from '../../contract/mark-fields.ts';
import type { Ports, Tx } from '../ports.ts';
import { type ComparedShot, listComparedShots } from '../shot/store.ts';
import { toColumns, untouched } from './fields.ts';
import { lookUnder, readMaps } from './look-under.ts';
import { requireBox } from './place-of.ts';
import { requireReferenceImage } from './require-reference-image.ts';
import type { Place } from './rules.ts';
import { type ChainKey, nextNumber, type PlacedMark } from './store.ts';

export interface MarkToMake {
  kind: MarkKind;
  place: Place;
  /** How sure it is that the marked thing lies there. Default: exact */
  position?: MarkPosition;
  fields: MarkFields;
  /** Empty or left out: the author is unknown. */
  author?: string | null | undefined;
  source: PlacedMark['source'];
  /** Made by the page, so that a repeated request finds its mark. */
  clientMarkId?: string;
}

/**
 * Makes a mark on a screenshot of the pass, with the element under it, for the caller to store. The caller holds the
 * chain's lock. `shotOf` picks the screenshot, or throws.
 */
export async function makeMark(
  ports: Ports,
  tx: Tx,
  {
    row,
    chain,
    now,
  }: { row: { id: string; workspaceId: string; chainId: string; pass: number }; chain: ChainKey; now: Date },
  shotOf: (shots: readonly ComparedShot[]) => ComparedShot,
  mark: MarkToMake,
): Promise<PlacedMark> {
  requireBox(mark.kind, mark.fields.strokes);
  await requireReferenceImage(tx, chain, mark.fields.reference_image_url);
  const shots = await listComparedShots(tx, row.workspaceId, [row.id]);
  const shot = shotOf(shots);
  const number = await nextNumber(tx, chain);
  const under = await lookUnder(shot, shots, mark.place, readMaps(ports), {
    position: mark.position ?? 'exact',
    element: null,
  });
  return {
    ...chain,
    number,
    clientMarkId: mark.clientMarkId ?? null,
    kind: mark.kind,
    ...toColumns(mark.fields),
    ...untouched,
    author: mark.author || null,
    source: mark.source,
    pass: row.pass,
    createdAt: now,
    updatedAt: now,
    shotId: shot.id,
    place: mark.place,
    ...under,
  };
}
