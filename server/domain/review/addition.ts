import type { Input } from '../../contract/client.ts';
import { DomainError, invalid, unusable, wrongState } from '../failure.ts';
import type { Ports, Tx } from '../ports.ts';
import { discardShots, keepShot, shotsBefore } from '../shot/keep-shot.ts';
import { refuseAsInvalid } from '../shot/refuse.ts';
import { requestShot, type WantedShot } from '../shot/request-shot.ts';
import { captureLabel, type ImageItem, readCaptureUrl, readImageItem } from '../shot/rules.ts';
import { findShotByCapability, insertShot, lastPosition, type NewShot } from '../shot/store.ts';
import { settleSource } from '../upload/take-upload.ts';
import { MAX_SHOTS } from './rules.ts';
import type { ReviewRow } from './store.ts';

type Request = Omit<Input<'add_screenshot'>, 'id'>;
type Wanted = Omit<WantedShot, 'position'>[];

/** What a request adds to a pass: an image that is kept already, or what a worker is to make. */
export interface Addition {
  shot: NewShot | null;
  wanted: Wanted;
}

function readWanted(ports: Ports, input: Request, item: ImageItem | null): Wanted {
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

/** Reads what a request adds, and keeps its image. The caller discards it when the transaction fails. */
export async function readAddition(ports: Ports, review: ReviewRow, input: Request): Promise<Addition> {
  const number = (await lastPosition(ports.db, review.workspaceId, review.id)) + 2;
  const { image } = input;
  const given =
    image === undefined ? null : readImageItem({ ...input, image }, '', number, ports.settings.maxImageBytes);
  const item: ImageItem | null =
    given === null
      ? null
      : { ...given, source: await settleSource(ports, review.workspaceId, given.source, 'image', 'image') };
  const wanted = readWanted(ports, input, item);
  if (item === null || !('bytes' in item.source)) return { shot: null, wanted };
  const { bytes } = item.source;
  const before = await shotsBefore(ports, review.workspaceId, review.parentId);
  const shot = await keepShot(ports, review, before, { ...item, bytes, position: 0 }).catch((error: unknown) => {
    throw ports.images.isRefusal(error) ? unusable('image', error.message) : error;
  });
  return { shot, wanted };
}

/** Inserts an addition after the screenshots that are there. `what` holds them: it begins the sentence of a refusal. */
export async function insertAddition(
  ports: Ports,
  tx: Tx,
  row: ReviewRow,
  { shot, wanted }: Addition,
  what: string,
): Promise<void> {
  const first = (await lastPosition(tx, row.workspaceId, row.id)) + 1;
  if (first + wanted.length + (shot === null ? 0 : 1) > MAX_SHOTS) {
    throw wrongState(`${what} holds up to ${MAX_SHOTS} screenshots. Open another one for more.`);
  }
  if (shot !== null) await insertShot(tx, { ...shot, position: first });
  for (const [at, each] of wanted.entries()) await requestShot(ports, tx, row, { ...each, position: first + at });
}

/** Returns whether the screenshot's row exists; true when that cannot be checked. */
async function isKept(ports: Ports, { capability }: NewShot): Promise<boolean> {
  return findShotByCapability(ports.db, capability).then(
    (row) => row !== null,
    () => true,
  );
}

/** Removes the files of an addition whose transaction ended with `error`. */
export async function discardAddition(ports: Ports, { shot }: Addition, error: unknown): Promise<void> {
  // An error of another kind may have come after the commit: then the row needs its file.
  if (shot !== null && (error instanceof DomainError || !(await isKept(ports, shot)))) {
    await discardShots(ports, [shot]);
  }
}
