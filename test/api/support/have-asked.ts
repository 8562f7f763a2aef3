import type { TestService } from '../../support/service.ts';
import { sql } from './sql.ts';

/**
 * Sets the count of every existing limit to `count`, in a window an hour ahead, so that it does not expire during a
 * test.
 */
export async function haveAsked(service: TestService, count: number): Promise<void> {
  await sql(
    service,
    `WITH asked AS (DELETE FROM rate_window RETURNING key, window_at)
     INSERT INTO rate_window (key, window_at, count)
     SELECT key, max(window_at) + interval '1 hour', $1::int FROM asked GROUP BY key`,
    [count],
  );
}
