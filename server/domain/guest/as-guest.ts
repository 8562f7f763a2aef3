import type { Suggestion } from '../../contract/review.ts';
import { notFound } from '../failure.ts';
import type { ChainKey } from '../mark/store.ts';
import type { Guest, Ports, Tx } from '../ports.ts';
import { listSuggestionReplies } from '../reply/store.ts';
import { laterPassOpen, lockReview } from '../review/passes.ts';
import { effectiveStatus } from '../review/rules.ts';
import { findReview, type ReviewRow } from '../review/store.ts';
import { toSuggestion } from '../review/wire-format.ts';
import { listShots, type ShotRow } from '../shot/store.ts';
import { frozen, type Invitation, invitation } from '../suggestion/rules.ts';
import { findBySecrets, type SuggestionRow } from '../suggestion/store.ts';

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

/** Returns the suggestion whose secret the guest knows. @throws DomainError `not_found` */
export async function findOwn(
  ports: Ports,
  tx: Tx,
  { chain }: GuestScene,
  { suggestion_id, client_suggestion_id }: { suggestion_id: number; client_suggestion_id: string },
): Promise<SuggestionRow> {
  const [known] = await findBySecrets(tx, chain, [ports.secrets.hash(client_suggestion_id)]);
  if (known === undefined || known.number !== suggestion_id) throw notFound('suggestion');
  return known;
}

const movedOn = 'A newer pass is open, and your suggestion has moved to it. Continue there.';
const stayed =
  'Your suggestion is on an earlier pass, because this one does not have its screenshot. Leave another one here.';

/** Returns why a guest can no longer change or answer their own suggestion here; null while they can. */
export async function whyTooLate(tx: Tx, { row, may }: GuestScene, own: SuggestionRow): Promise<string | null> {
  const settled = frozen(own);
  if (settled !== null || own.reviewId === row.id) return settled ?? may.reason;
  const at = await findReview(tx, row.workspaceId, own.reviewId);
  return at !== null && at.pass > row.pass ? movedOn : (may.reason ?? stayed);
}

/** Converts suggestions to what their guest sees, whichever pass of the chain they lie on now. */
export async function toSuggestions(tx: Tx, rows: readonly SuggestionRow[]): Promise<Suggestion[]> {
  const [{ workspaceId = '', chainId = '' } = {}] = rows;
  const numbers = rows.map(({ number }) => number);
  const replies = await listSuggestionReplies(tx, { workspaceId, chainId }, numbers);
  const shots = await listShots(tx, workspaceId, [...new Set(rows.map(({ reviewId }) => reviewId))]);
  const known = new Map(shots.map((shot) => [shot.id, shot]));
  return rows.map((row) => {
    const { x, y, width, height } = row;
    return toSuggestion({ ...row, place: { x, y, width, height } }, known, replies);
  });
}

export async function toOne(tx: Tx, row: SuggestionRow): Promise<{ suggestion: Suggestion }> {
  const [suggestion] = await toSuggestions(tx, [row]);
  if (suggestion === undefined) throw notFound('suggestion');
  return { suggestion };
}
