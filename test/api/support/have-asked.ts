import type { TestService } from '../../support/service.ts';
import { sql } from './sql.ts';

/** As if everybody who has asked for anything had asked `count` times, and for so long that no window slides past it. */
export async function haveAsked(service: TestService, count: number): Promise<void> {
  await sql(
    service,
    `WITH asked AS (DELETE FROM rate_window RETURNING key, window_at)
     INSERT INTO rate_window (key, window_at, count)
     SELECT key, max(window_at) + interval '1 hour', $1::int FROM asked GROUP BY key`,
    [count],
  );
}
