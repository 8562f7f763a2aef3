import type { JobData, Ports } from '../../../server/domain/ports.ts';
import { sql } from './sql.ts';

export type OpinionJob = JobData['second_opinion'];

/** Returns the newest job of one of the review's screenshots, which no worker takes. */
export async function newestJob(
  service: { databaseUrl: string },
  { id }: { id: string },
  index = 0,
): Promise<OpinionJob> {
  const rows = await sql<{ data: OpinionJob }>(
    service,
    `SELECT j.data FROM sightline_queue.job j JOIN shot s ON s.id = j.data->>'shotId'
     WHERE j.name = 'second_opinion' AND s.review_id = $1 AND s.position = $2 ORDER BY (j.data->>'asked')::int DESC`,
    [id, index],
  );
  const [newest] = rows;
  if (newest === undefined) throw new Error('There is no job');
  return newest.data;
}

/** Returns ports whose checks wait until `go` is called. */
export function holdChecks(own: Ports): { ports: Ports; begun: Promise<void>; go: () => void } {
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const checklist: Ports['checklist'] = {
    ...own.checklist,
    async check(request) {
      begun.resolve();
      await go.promise;
      return own.checklist.check(request);
    },
  };
  return { ports: { ...own, checklist }, begun: begun.promise, go: go.resolve };
}
