import type { MarkKind, MarkPosition } from '../../contract/mark.ts';
import type { MarkFields } from '../../contract/mark-fields.ts';
import type { Stroke } from '../../contract/strokes.ts';
import { invalid } from '../failure.ts';
import type { Ports, Tx } from '../ports.ts';
import { readMaps } from '../shot/element-file.ts';
import { type ComparedShot, listComparedShots } from '../shot/store.ts';
import { referenceImageOf, toColumns, untouched } from './fields.ts';
import { lookUnder } from './follow-on.ts';
import type { Place } from './rules.ts';
import { type ChainKey, hasMarkImage, nextNumber, type PlacedMark } from './store.ts';

/** Refuses strokes on a point, which has no size to draw them in. @throws DomainError `invalid_request` */
export function requireBox(kind: 'point' | 'box', strokes: readonly Stroke[] = []): void {
  if (kind === 'point' && strokes.length > 0) throw invalid('strokes', 'Only a box can have `strokes`.');
}

/**
 * Checks a place: a point has no size; a box has one and lies inside the screenshot. @throws DomainError
 * `invalid_request`
 */
export function placeOf(
  kind: 'point' | 'box',
  input: { x: number; y: number; width?: number | null | undefined; height?: number | null | undefined },
): Place {
  if (kind === 'point') return { x: input.x, y: input.y, width: null, height: null };
  const width = Math.min(input.width ?? 0, 1 - input.x);
  const height = Math.min(input.height ?? 0, 1 - input.y);
  if (width <= 0 || height <= 0)
    throw invalid('width', 'A box needs `width` and `height` above 0, inside the screenshot.');
  return { x: input.x, y: input.y, width, height };
}

/** Refuses an address that is no image of this chain. @throws DomainError `invalid_request` */
export async function requireReferenceImage(tx: Tx, chain: ChainKey, url: string | null = null): Promise<void> {
  if (url === null) return;
  const capability = referenceImageOf(url);
  if (capability !== null && (await hasMarkImage(tx, chain, capability))) return;
  throw invalid('reference_image_url', 'Send an image with `add_reference_image` first, then the address it answers.');
}

interface MarkToMake {
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
