import { createHash } from 'node:crypto';
import type { Printout } from '../../contract/printout.ts';
import type { Review } from '../../contract/review.ts';
import { DomainError, notFound, wrongState } from '../failure.ts';
import { newId, randomBase62 } from '../ids.ts';
import type { Handler, Ports, Reviewer, RowKey, Tx } from '../ports.ts';
import type { PrintedImage, PrintedPass, PrintedReview } from '../printed-review.ts';
import { lockReview, readPasses } from '../review/passes.ts';
import { effectiveStatus } from '../review/rules.ts';
import { findReview, latestDecisions } from '../review/store.ts';
import { showReview, toReview } from '../review/view.ts';
import { imageUrl, toDecision } from '../review/wire-format.ts';
import { takeTurn } from '../workspace/store.ts';
import { toPrintedReview } from './content.ts';
import { countWaiting, findNewest, findPrintout, insertPrintout, type PrintoutRow } from './store.ts';

/** Reads what a printed copy of a review says and shows; null when the review does not exist. */
export async function readContent(ports: Ports, tx: Tx, at: RowKey): Promise<PrintedReview | null> {
  const row = await findReview(tx, at.workspaceId, at.id);
  const review = row === null ? null : await showReview(ports, tx, at);
  if (row === null || review === null) return null;
  const { living } = await readPasses(tx, row);
  const upToThis = living.filter(({ pass }) => pass <= row.pass);
  const decisions = await latestDecisions(tx, at.workspaceId, { review: { chainId: row.chainId } });
  const now = ports.clock();
  const passes = upToThis.map((each): PrintedPass => {
    const decision = decisions.get(each.id);
    return {
      pass: each.pass,
      status: effectiveStatus(each, now),
      revision: each.revision,
      createdAt: each.createdAt.toISOString(),
      decision:
        decision === undefined ? null : { ...toDecision(decision), decidedAt: decision.decidedAt.toISOString() },
    };
  });
  return toPrintedReview(review, passes, ports.settings.baseUrl);
}

/** Returns a hash that differs whenever what is printed would. */
export const hashOf = (content: PrintedReview): Buffer => createHash('sha256').update(JSON.stringify(content)).digest();

const LIFETIME_MS = 86_400_000;
/** How many printouts of a workspace may wait at a time; the workers make them one after the other. */
const MAX_WAITING = 5;
/** Paper sheets with screenshots. Beyond that, a PDF has hundreds of megabytes and no reader. */
const MAX_SHEETS = 400;

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

export const printReview: Handler<'print_review'> = (ports, { workspaceId }, input) =>
  requestPrintout(ports, { workspaceId, reviewId: input.id }, input.printout_id);

/** Returns the page that a browser prints: the same that the PDF has, with the addresses of the images. */
export async function getPrintedPage(ports: Ports, { workspaceId, reviewId }: Reviewer): Promise<string> {
  const at = { workspaceId, id: reviewId };
  const [content, review] = await Promise.all([readContent(ports, ports.db, at), showReview(ports, ports.db, at)]);
  if (content === null || review === null) throw notFound();
  const addresses = new Map<PrintedImage, string>();
  for (const { index, url } of review.screenshots) addresses.set(`screenshot-${index}`, new URL(url).pathname);
  for (const { id, reference_image_url: url } of review.marks) {
    if (url !== null) addresses.set(`reference-${id}`, new URL(url).pathname);
  }
  return ports.printer.page(content, ports.clock(), (image) => addresses.get(image) ?? '');
}
