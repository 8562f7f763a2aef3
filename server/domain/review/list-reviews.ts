import type { Input, Output } from '../../contract/client.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { readCursor } from './page-query.ts';
import { showPage } from './view.ts';

const PAGE_SIZE = 20;

/** Returns the latest reviews, newest first. */
export async function listReviews(
  ports: Ports,
  { workspaceId }: ClientActor,
  { cursor, passes_of: passesOf, ...which }: Input<'list_reviews'>,
): Promise<Output<'list_reviews'>> {
  return showPage(ports, { ...which, passesOf, workspaceId, after: readCursor(cursor), size: PAGE_SIZE });
}
