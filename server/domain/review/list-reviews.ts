import type { Output } from '../../contract/client.ts';
import { invalid } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { showPage } from './view.ts';

const PAGE_SIZE = 20;

/** Checks a cursor, which is the id of the last review seen. @throws DomainError `invalid_request` for anything else */
export function checkCursor(cursor: string | undefined): void {
  if (cursor !== undefined && !/^[0-9A-HJKMNP-TV-Z]{26}$/.test(cursor)) {
    throw invalid('cursor', '`cursor` must be `next_cursor` of the page before, unchanged.');
  }
}

/** Returns the latest reviews, newest first. A cursor is the id of the last one seen. */
export async function listReviews(
  ports: Ports,
  actor: ClientActor,
  input: { reference?: string | undefined; cursor?: string | undefined },
): Promise<Output<'list_reviews'>> {
  checkCursor(input.cursor);
  const { reference, cursor: before } = input;
  return showPage(ports, { workspaceId: actor.workspaceId, reference, before, size: PAGE_SIZE });
}
