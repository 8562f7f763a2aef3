import type { Input, Output } from '../../contract/client.ts';
import { listBaselineRows } from '../base/store.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { checkCursor } from '../review/page-query.ts';
import { toBaselineSummary } from './view.ts';

const PAGE_SIZE = 20;

/** Returns the latest baselines, newest first. A cursor is the id of the last one seen. */
export async function listBaselines(
  ports: Ports,
  { workspaceId }: ClientActor,
  { cursor, ...only }: Input<'list_baselines'>,
): Promise<Output<'list_baselines'>> {
  checkCursor(cursor);
  const rows = await listBaselineRows(ports.db, { workspaceId, ...only, before: cursor, size: PAGE_SIZE + 1 });
  const page = rows.slice(0, PAGE_SIZE);
  return {
    baselines: page.map(toBaselineSummary),
    next_cursor: rows.length > PAGE_SIZE ? (page.at(-1)?.reviewId ?? null) : null,
  };
}
