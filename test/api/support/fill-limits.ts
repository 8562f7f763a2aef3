import type { TestService } from '../../support/service.ts';
import { sql } from './sql.ts';

/**
 * Sets the count of every existing limit to `count`, in a window almost a minute ahead, so that it does not expire during
 * a test. One further ahead than its length, the shortest being a minute, would count as set by a wrong clock.
 */
export async function fillLimits(service: TestService, count: number): Promise<void> {
  await sql(service, `UPDATE rate_window SET latest = latest + interval '50 seconds', uses = ARRAY[$1::int]`, [count]);
}
