import type { Queries } from './database.ts';

/** Which of these repositories have had a review registered. */
export async function findReviewed(db: Queries, repositoryIds: readonly number[]): Promise<Set<number>> {
  const rows = await db.query<{ repository_id: string }>(
    'select distinct repository_id from sightline_app.registration where repository_id = any($1::bigint[])',
    [repositoryIds],
  );
  return new Set(rows.map(({ repository_id: id }) => Number(id)));
}
