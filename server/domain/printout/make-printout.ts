import { describeFault } from '../describe-fault.ts';
import { referenceImageOf } from '../mark/fields.ts';
import { findMarkImage } from '../mark/store.ts';
import type { JobData, Ports, RowKey } from '../ports.ts';
import type { PrintedImage } from '../printed-review.ts';
import { showReview } from '../review/view.ts';
import { reviewFolder } from '../shot/files.ts';
import { listShots } from '../shot/store.ts';
import { hashOf, readContent } from './request-printout.ts';
import { findPrintout, type PrintoutRow, updateWaiting } from './store.ts';

type Job = JobData['print_review'];

/** How long progress is held back after the last one that was stored. */
const PROGRESS_MS = 300;

/** Returns what reads the images of a printed review. */
async function imageReader(ports: Ports, at: RowKey): Promise<(image: PrintedImage) => Promise<Buffer>> {
  const keys = new Map<PrintedImage, string>();
  for (const { position, storageKey } of await listShots(ports.db, at.workspaceId, [at.id])) {
    keys.set(`screenshot-${position}`, storageKey);
  }
  for (const { id, reference_image_url: url } of (await showReview(ports, ports.db, at))?.marks ?? []) {
    const key = url === null ? null : await findMarkImage(ports.db, referenceImageOf(url) ?? '');
    if (key !== null) keys.set(`reference-${id}`, key);
  }
  return (image) => ports.storage.get(keys.get(image) ?? '');
}

async function print(ports: Ports, row: PrintoutRow): Promise<void> {
  const { id, workspaceId, reviewId } = row;
  const at = { workspaceId, id: reviewId };
  const content = await readContent(ports, ports.db, at);
  // From here on, the printout stands for what was read, whatever the review was when it was requested.
  if (content === null || !(await updateWaiting(ports.db, row, { contentHash: hashOf(content) }))) return;
  let stored = 0;
  const bytes = await ports.printer.pdf(content, ports.clock(), {
    read: await imageReader(ports, at),
    onProgress(done) {
      const now = performance.now();
      if (now - stored < PROGRESS_MS) return;
      stored = now;
      void updateWaiting(ports.db, row, { done }).catch(() => undefined);
    },
  });
  const storageKey = `${reviewFolder({ workspaceId, id: reviewId })}/printout-${id}.pdf`;
  await ports.storage.put(storageKey, bytes);
  const { length: total } = content.screenshots;
  const made = { status: 'made', storageKey, done: total, total } as const;
  if (!(await updateWaiting(ports.db, row, made))) await ports.storage.remove(storageKey);
}

/** Makes the PDF of a review. A job that runs twice finds its printout finished and does nothing. */
export async function makePrintout(ports: Ports, job: Job, lastTry: boolean): Promise<void> {
  const row = await findPrintout(ports.db, job.workspaceId, job.printoutId);
  if (row === null || row.status !== 'waiting') return;
  try {
    await print(ports, row);
  } catch (error) {
    const isKnown = ports.printer.isFailure(error);
    if (!isKnown && !lastTry) throw error;
    const problem = isKnown ? error.message : 'Something went wrong on our side while making it. Try again.';
    ports.log.warn({ review: row.reviewId, error: describeFault(error).message }, 'a printout was given up');
    await updateWaiting(ports.db, row, { status: 'failed', problem });
  }
}

/** Ends a printout that crashed its worker at every attempt. */
export async function losePrintout(ports: Ports, { workspaceId, printoutId }: Job): Promise<void> {
  ports.log.error({ printout: printoutId }, 'a printout was lost with its workers');
  const problem =
    'Making it failed again and again on our side. Save its screenshots with their marks as images instead.';
  await updateWaiting(ports.db, { id: printoutId, workspaceId }, { status: 'failed', problem });
}
