import type { Output } from '../../contract/client.ts';
import { DomainError } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { checkCursor } from '../review/page-query.ts';
import { listFrom } from '../review/store.ts';
import { toReview } from '../review/view.ts';
import { toBaseline } from './view.ts';

const PAGE_SIZE = 20;

/** Reads in full what a page lists, without what was deleted in the meantime. */
async function readAll<Row, Read>(rows: Row[], read: (row: Row) => Promise<Read>): Promise<Read[]> {
  const found = rows.map((row) =>
    read(row).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'not_found') return null;
      throw error;
    }),
  );
  return (await Promise.all(found)).filter((each) => each !== null);
}

/** Returns the next reviews and baselines together, in the order they were made. */
export async function exportWorkspace(
  ports: Ports,
  actor: ClientActor,
  input: { cursor?: string | undefined },
): Promise<Output<'export_workspace'>> {
  const { workspaceId } = actor;
  checkCursor(input.cursor);
  const query = { workspaceId, after: input.cursor, size: PAGE_SIZE + 1, withBaselines: true };
  const rows = await listFrom(ports.db, query);
  const page = rows.slice(0, PAGE_SIZE);
  const [baselines, reviews] = [page.filter((row) => row.isBaseline), page.filter((row) => !row.isBaseline)];
  return {
    workspace_id: workspaceId,
    exported_at: ports.clock().toISOString(),
    reviews: await readAll(reviews, (row) => toReview(ports, ports.db, row)),
    baselines: await readAll(baselines, ({ id }) => toBaseline(ports, ports.db, workspaceId, id)),
    next_cursor: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
  };
}
