import type { Output } from '../../contract/client.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { checkCursor } from '../review/list-reviews.ts';
import { listFrom } from '../review/store.ts';
import { toReview } from '../review/view.ts';

const PAGE_SIZE = 20;

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
    reviews: await Promise.all(page.map((row) => toReview(ports, ports.db, row))),
    next_cursor: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
  };
}
