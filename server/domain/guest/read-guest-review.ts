import type { GuestView } from '../../contract/guest.ts';
import type { Mark } from '../../contract/mark.ts';
import { withoutSecrets } from '../../contract/page-url.ts';
import type { Screenshot } from '../../contract/review.ts';
import { notFound } from '../failure.ts';
import type { Handler } from '../ports.ts';
import { readPasses } from '../review/passes.ts';
import { findReview } from '../review/store.ts';
import { guestUrl, show } from '../review/view.ts';
import { toProgress } from '../shot/store.ts';
import { invitation } from '../suggestion/rules.ts';

/** Copies field by field, so that a new field of a review is not shown to guests by accident. */
function toGuestScreenshot(shot: Screenshot): GuestView['screenshots'][number] {
  const { index, label, url, thumbnail_url, width, height, viewport, page_number } = shot;
  const { tile_height, notices, notice_codes, sha256 } = shot;
  const page_url = shot.page_url === null ? null : withoutSecrets(shot.page_url);
  const what = { index, label, url, thumbnail_url, width, height, viewport, page_url, page_number };
  return { ...what, tile_height, notices, notice_codes, sha256 };
}

function toGuestMark(mark: Mark): GuestView['marks'][number] {
  const { id, screenshot_index, kind, x, y, width, height, body, status } = mark;
  return { id, screenshot_index, kind, x, y, width, height, body, status };
}

/** Returns what the holder of a guest link sees: no other links, no ids, and no other guest's suggestions. */
export const readGuestReview: Handler<'read_guest_review'> = async (ports, actor) => {
  const row = await findReview(ports.db, actor.workspaceId, actor.reviewId);
  if (row === null) throw notFound();
  const [shown, { newer }] = await Promise.all([show(ports, ports.db, row), readPasses(ports.db, row)]);
  if (shown === null) throw notFound();
  const { review, whole } = shown;
  const expired = ports.clock() >= row.expiresAt;
  const now = { status: review.status, expired, laterOpen: newer !== null };
  const may = invitation(now, review.screenshots.length);
  return {
    title: review.title,
    context: review.context,
    status: review.status,
    pass: review.pass,
    expires_at: review.expires_at,
    screenshots: review.screenshots.map(toGuestScreenshot),
    marks: review.marks.filter(({ status }) => status !== 'withdrawn').map(toGuestMark),
    can: { suggest: may.suggest },
    read_only_reason: may.reason,
    newest: newer === null ? null : { pass: newer.pass, guest_share_url: guestUrl(ports, newer) },
    expected_shots: review.screenshots.length + toProgress(whole.requests).waiting,
  };
};
