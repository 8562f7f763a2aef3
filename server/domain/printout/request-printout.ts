import type { Printout } from '../../contract/printout.ts';
import type { Review } from '../../contract/review.ts';
import { DomainError, notFound, wrongState } from '../failure.ts';
import { newId, randomBase62 } from '../ids.ts';
import type { Ports, Tx } from '../ports.ts';
import { lockReview } from '../review/lock-review.ts';
import { toReview } from '../review/view.ts';
import { imageUrl } from '../review/wire-format.ts';
import { takeTurn } from '../workspace/store.ts';
import { hashOf, readContent } from './read-content.ts';
import { countWaiting, findNewest, findPrintout, insertPrintout, type PrintoutRow } from './store.ts';

const LIFETIME_MS = 86_400_000;
/** How many printouts of a workspace may wait at a time; the workers make them one after the other. */
export const MAX_WAITING = 5;
/** Paper sheets with screenshots. Beyond that, a PDF has hundreds of megabytes and no reader. */
export const MAX_SHEETS = 400;

const markedImage = (url: string): string => url.replace(/shot$/, 'marked');

function toPrintout(ports: Ports, row: PrintoutRow, { screenshots }: Review): Printout {
  const { id, status, done, total, problem, capability, createdAt, expiresAt } = row;
  return {
    ...{ id, status, done, total, problem },
    pdf_url: status === 'made' ? imageUrl(ports, capability, 'printout') : null,
    images: screenshots.map(({ index, label, url }) => ({ index, label, url: markedImage(url) })),
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

/** Returns the newest printout, if it shows or will show the review as it is; otherwise begins another. */
async function findOrBegin(ports: Ports, tx: Tx, workspaceId: string, reviewId: string): Promise<PrintoutRow> {
  const now = ports.clock();
  // Counted under the lock: otherwise two requests could both take the last place.
  await takeTurn(tx, workspaceId);
  const review = await lockReview(tx, workspaceId, reviewId);
  const newest = await findNewest(tx, { workspaceId, reviewId }, now);
  const content = await readContent(ports, tx, review);
  if (content === null) throw notFound();
  const contentHash = new Uint8Array(hashOf(content));
  if (newest !== null && Buffer.from(contentHash).equals(newest.contentHash)) return newest;
  if (content.status === 'preparing') {
    throw wrongState('The screenshots of this review are still being made. Save it when they are there.');
  }
  const sheets = ports.printer.sheets(content);
  if (sheets > MAX_SHEETS) {
    throw wrongState(
      `Its ${content.screenshots.length} screenshots need ${sheets} sheets of paper, and a PDF has up to ${MAX_SHEETS}. Save the screenshots with their marks as images instead.`,
    );
  }
  if ((await countWaiting(tx, workspaceId, now)) >= MAX_WAITING) {
    throw new DomainError(
      'rate_limited',
      `${MAX_WAITING} PDFs of this workspace are waiting to be made. Try again when one is done.`,
      { retry_after: 10, limit: MAX_WAITING },
    );
  }
  const row = await insertPrintout(tx, {
    id: newId(now),
    ...{ workspaceId, reviewId, contentHash },
    capability: randomBase62(27),
    total: content.screenshots.length,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  });
  await ports.queue.send(tx, 'print_review', { workspaceId, printoutId: row.id }, { group: workspaceId });
  return row;
}

/** Reports how far a printout of the review is; without `printoutId`, begins one where there is none of its present state. */
export async function requestPrintout(
  ports: Ports,
  { workspaceId, reviewId }: { workspaceId: string; reviewId: string },
  printoutId: string | undefined,
): Promise<Printout> {
  const review = await toReview(ports, ports.db, { id: reviewId, workspaceId });
  if (printoutId === undefined) {
    const row = await ports.transaction((tx) => findOrBegin(ports, tx, workspaceId, reviewId));
    return toPrintout(ports, row, review);
  }
  const row = await findPrintout(ports.db, workspaceId, printoutId);
  const isLiving = row !== null && row.reviewId === reviewId && row.expiresAt > ports.clock();
  if (!isLiving) throw notFound('printout');
  return toPrintout(ports, row, review);
}
