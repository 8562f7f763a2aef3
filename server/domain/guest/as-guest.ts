import type { Suggestion } from '../../contract/review.ts';
import { notFound } from '../failure.ts';
import type { ChainKey } from '../mark/store.ts';
import type { Guest, Ports, Tx } from '../ports.ts';
import { lockReview } from '../review/lock-review.ts';
import { laterPassOpen } from '../review/passes.ts';
import { effectiveStatus } from '../review/rules.ts';
import type { ReviewRow } from '../review/store.ts';
import { toSuggestion } from '../review/wire-format.ts';
import { listShots, type ShotRow } from '../shot/store.ts';
import { type Invitation, invitation } from '../suggestion/rules.ts';
import type { SuggestionRow } from '../suggestion/store.ts';

export interface GuestScene {
  row: ReviewRow;
  chain: ChainKey;
  shots: ShotRow[];
  may: Invitation;
  now: Date;
}

/** Runs one change by the holder of a guest link, under the chain's lock. */
export async function asGuest<Result>(
  ports: Ports,
  actor: Guest,
  work: (tx: Tx, scene: GuestScene) => Promise<Result>,
): Promise<Result> {
  return ports.transaction(async (tx) => {
    const row = await lockReview(tx, actor.workspaceId, actor.reviewId);
    const chain = { workspaceId: row.workspaceId, chainId: row.chainId };
    const now = ports.clock();
    const shots = await listShots(tx, row.workspaceId, [row.id]);
    const status = effectiveStatus(row, now);
    const laterOpen = await laterPassOpen(tx, row);
    const may = invitation({ status, expired: now >= row.expiresAt, laterOpen }, shots.length);
    return work(tx, { row, chain, shots, may, now });
  });
}

/** Converts suggestions to what their guest sees, whichever pass of the chain they lie on now. */
export async function toSuggestions(tx: Tx, rows: readonly SuggestionRow[]): Promise<Suggestion[]> {
  const [{ workspaceId = '' } = {}] = rows;
  const shots = await listShots(tx, workspaceId, [...new Set(rows.map(({ reviewId }) => reviewId))]);
  const known = new Map(shots.map((shot) => [shot.id, shot]));
  return rows.map((row) => {
    const { x, y, width, height } = row;
    return toSuggestion({ ...row, place: { x, y, width, height } }, known);
  });
}

export async function toOne(tx: Tx, row: SuggestionRow): Promise<{ suggestion: Suggestion }> {
  const [suggestion] = await toSuggestions(tx, [row]);
  if (suggestion === undefined) throw notFound('suggestion');
  return { suggestion };
}
