import type { Queries } from './database.ts';

/** The work that one decision gave to the fixing agent: there is at most one for a decision. */
export interface HandOff {
  repositoryId: number;
  reviewId: string;
  decision: number;
  pullRequest: number;
}

export interface HandOffState {
  state: 'claimed' | 'sent' | 'refused' | 'unanswered';
  problem: string | null;
}

const keyOf = (handOff: HandOff) => [handOff.repositoryId, handOff.reviewId, handOff.decision];

/** Takes the one chance to send it; false when it was taken before. */
export async function claimHandOff(db: Queries, handOff: HandOff): Promise<boolean> {
  const rows = await db.query(
    `insert into sightline_app.hand_off (repository_id, review_id, decision, pull_request, state) values ($1, $2, $3, $4, 'claimed')
     on conflict do nothing returning decision`,
    [...keyOf(handOff), handOff.pullRequest],
  );
  return rows.length > 0;
}

export async function finishHandOff(db: Queries, handOff: HandOff, end: HandOffState): Promise<void> {
  await db.query(
    'update sightline_app.hand_off set state = $4, problem = $5 where repository_id = $1 and review_id = $2 and decision = $3',
    [...keyOf(handOff), end.state, end.problem],
  );
}

/** Gives the chance back after an answer that says nothing was started. */
export async function releaseHandOff(db: Queries, handOff: HandOff): Promise<void> {
  await db.query(
    'delete from sightline_app.hand_off where repository_id = $1 and review_id = $2 and decision = $3',
    keyOf(handOff),
  );
}

export async function findHandOff(
  db: Queries,
  review: { repositoryId: number; reviewId: string },
): Promise<HandOffState | null> {
  const [row] = await db.query<HandOffState>(
    `select state, problem from sightline_app.hand_off where repository_id = $1 and review_id = $2 order by decision desc limit 1`,
    [review.repositoryId, review.reviewId],
  );
  return row ?? null;
}

/** Says of a hand-off whose process ended while sending it that nobody knows. Call it under the pull request's lock. */
export async function giveUpClaim(db: Queries, handOff: HandOff, problem: string): Promise<void> {
  await db.query(
    `update sightline_app.hand_off set state = 'unanswered', problem = $4
     where repository_id = $1 and review_id = $2 and decision = $3 and state = 'claimed'`,
    [...keyOf(handOff), problem],
  );
}

/** How many passes the fixing agent was given on a pull request since a person last stepped in. */
export async function countHandOffs(db: Queries, repositoryId: number, pullRequest: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from sightline_app.hand_off
     where repository_id = $1 and pull_request = $2 and counted and state <> 'refused'`,
    [repositoryId, pullRequest],
  );
  return row?.count ?? 0;
}

export async function resetHandOffs(db: Queries, repositoryId: number, pullRequest: number): Promise<void> {
  await db.query('update sightline_app.hand_off set counted = false where repository_id = $1 and pull_request = $2', [
    repositoryId,
    pullRequest,
  ]);
}
