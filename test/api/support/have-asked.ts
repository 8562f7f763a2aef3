import type { TestService } from '../../support/service.ts';
import { sql } from './sql.ts';

/** As if everybody who has asked for anything had asked `count` times, in this window and the next ones. */
export async function haveAsked(service: TestService, count: number): Promise<void> {
  await sql(
    service,
    `INSERT INTO rate_window (key, window_at, count)
     SELECT DISTINCT key, window_at + make_interval(secs => ahead), $1::int
     FROM rate_window, unnest(ARRAY[0, 60, 600, 3600, 86400]) AS ahead
     ON CONFLICT (key, window_at) DO UPDATE SET count = $1::int`,
    [count],
  );
}
