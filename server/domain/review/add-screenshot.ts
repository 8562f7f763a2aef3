import type { Input } from '../../contract/client.ts';
import type { Review } from '../../contract/review.ts';
import { DomainError, invalid, notFound, unusable, wrongState } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { discardShots, keepShot, shotsBefore } from '../shot/keep-shot.ts';
import { refuseAsInvalid } from '../shot/refuse.ts';
import { requestShot, type WantedShot } from '../shot/request-shot.ts';
import { captureLabel, type ImageItem, readCaptureUrl, readImageItem } from '../shot/rules.ts';
import { findShotByCapability, insertShot, lastPosition, type NewShot } from '../shot/store.ts';
import { settleSource } from '../upload/take-upload.ts';
import { compareAround } from './compare-shot.ts';
import { lockReview } from './lock-review.ts';
import { updateMarksForNewShots } from './open-review.ts';
import { effectiveStatus, MAX_SHOTS } from './rules.ts';
import { findReview } from './store.ts';
import { toReview } from './view.ts';

type Wanted = Omit<WantedShot, 'position'>[];

function readWanted(ports: Ports, input: Input<'add_screenshot'>, item: ImageItem | null): Wanted {
  const page = readCaptureUrl(input);
  if ((page === null) === (item === null)) {
    throw invalid('image', 'Send either `image`, or `capture_url: true` with `page_url`.');
  }
  if (page !== null) {
    refuseAsInvalid('page_url', () => ports.outbound.checkUrl(page, 'capture'));
    const { headers, cookies, wait_for, mask } = input;
    return ports.captureView.viewports.map((viewport) => ({
      label: captureLabel(page, viewport, input.label),
      input: { kind: 'capture', url: page, viewport, headers, cookies, wait_for, mask },
    }));
  }
  if (item === null || !('url' in item.source)) return [];
  const { url } = item.source;
  refuseAsInvalid('image', () => ports.outbound.checkUrl(url, 'fetch'));
  const { label, pageUrl, viewport, elements } = item;
  return [{ label, input: { kind: 'fetch', url, pageUrl, viewport, elements } }];
}

/** Returns whether the screenshot's row exists; true when that cannot be checked. */
async function isKept(ports: Ports, { capability }: NewShot): Promise<boolean> {
  return findShotByCapability(ports.db, capability).then(
    (row) => row !== null,
    () => true,
  );
}

/** Adds an image, or the views of a further page, to an undecided review; up to 40 screenshots. */
export async function addScreenshot(ports: Ports, actor: ClientActor, input: Input<'add_screenshot'>): Promise<Review> {
  const review = await findReview(ports.db, actor.workspaceId, input.id);
  if (review === null) throw notFound();
  const number = (await lastPosition(ports.db, actor.workspaceId, review.id)) + 2;
  const { image } = input;
  const given =
    image === undefined ? null : readImageItem({ ...input, image }, '', number, ports.settings.maxImageBytes);
  const item: ImageItem | null =
    given === null
      ? null
      : { ...given, source: await settleSource(ports, actor.workspaceId, given.source, 'image', 'image') };
  const wanted = readWanted(ports, input, item);
  let shot: NewShot | null = null;
  if (item !== null && 'bytes' in item.source) {
    const { bytes } = item.source;
    const before = await shotsBefore(ports, review.workspaceId, review.parentId);
    shot = await keepShot(ports, review, before, { ...item, bytes, position: 0 }).catch((error: unknown) => {
      throw ports.images.isRefusal(error) ? unusable('image', error.message) : error;
    });
  }
  try {
    return await ports.transaction(async (tx) => {
      const row = await lockReview(tx, actor.workspaceId, review.id);
      const status = effectiveStatus(row, ports.clock());
      if (status !== 'open' && status !== 'preparing') {
        throw wrongState(`Screenshots can be added before the decision only; this review is ${status}.`, { status });
      }
      const first = (await lastPosition(tx, row.workspaceId, row.id)) + 1;
      if (first + wanted.length + (shot === null ? 0 : 1) > MAX_SHOTS) {
        throw wrongState(`A review holds up to ${MAX_SHOTS} screenshots. Open another review for more.`);
      }
      if (shot !== null) await insertShot(tx, { ...shot, position: first });
      if (shot !== null && status === 'open') await updateMarksForNewShots(ports, tx, row);
      if (shot !== null) await compareAround(ports, tx, row);
      for (const [at, each] of wanted.entries()) await requestShot(ports, tx, row, { ...each, position: first + at });
      return toReview(ports, tx, row);
    });
  } catch (error) {
    // Another error may have come after the commit: then the row needs its file.
    if (shot !== null && (error instanceof DomainError || !(await isKept(ports, shot))))
      await discardShots(ports, [shot]);
    throw error;
  }
}
