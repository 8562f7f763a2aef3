import type { Client } from '../../server/contract/client.ts';
import type { ReviewSummary } from '../../server/contract/review.ts';
import { retry } from '../retry.ts';

const terminal = new Set<string>(['failed', 'cancelled']);

/** Returns whether this pass no longer counts for the commit that it shows. */
export const isOver = (status: string) => terminal.has(status) || status === 'expired';

export interface Previous {
  /** The newest pass, including failed and cancelled ones. */
  newest: ReviewSummary | null;
  /** The newest pass that may be a parent. */
  living: ReviewSummary | null;
}

/** Finds the earlier passes of a reference; reads until one may be a parent. */
export async function findPrevious(client: Client, reference: string): Promise<Previous> {
  let newest: ReviewSummary | null = null;
  let cursor: string | null | undefined;
  do {
    const page = await retry(() => client.call('list_reviews', cursor ? { reference, cursor } : { reference }));
    newest ??= page.reviews[0] ?? null;
    const living = page.reviews.find(({ status }) => !terminal.has(status));
    if (living !== undefined) return { newest, living };
    cursor = page.next_cursor;
  } while (cursor);
  return { newest, living: null };
}
