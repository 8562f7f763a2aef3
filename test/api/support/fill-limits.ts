import type { TestService } from '../../support/service.ts';
import { sql } from './sql.ts';

/**
 * Sets the count of every existing limit to `count`, in a window an hour ahead, so that it does not expire during a
 * test.
 */
export async function fillLimits(service: TestService, count: number): Promise<void> {
  await sql(service, `UPDATE rate_window SET latest = latest + interval '1 hour', uses = ARRAY[$1::int]`, [count]);
}
