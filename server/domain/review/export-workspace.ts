import type { Output } from '../../contract/client.ts';
import type { Review } from '../../contract/review.ts';
import { DomainError } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { checkCursor } from './list-reviews.ts';
import { listFrom, type ReviewRow } from './store.ts';
import { toReview } from './view.ts';

const PAGE_SIZE = 20;

/** Returns one review in full; null when it was deleted while the page was read. */
async function readOne(ports: Ports, row: ReviewRow): Promise<Review | null> {
  return toReview(ports, ports.db, row).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  });
}

export async function exportWorkspace(
  ports: Ports,
  actor: ClientActor,
  input: { cursor?: string | undefined },
): Promise<Output<'export_workspace'>> {
  const { workspaceId } = actor;
  checkCursor(input.cursor);
  const rows = await listFrom(ports.db, { workspaceId, after: input.cursor, size: PAGE_SIZE + 1 });
  const page = rows.slice(0, PAGE_SIZE);
  return {
    workspace_id: workspaceId,
    exported_at: ports.clock().toISOString(),
    reviews: (await Promise.all(page.map((row) => readOne(ports, row)))).filter((review) => review !== null),
    next_cursor: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
  };
}
