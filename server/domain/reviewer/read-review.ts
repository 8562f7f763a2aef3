import type { ReviewerView } from '../../contract/reviewer.ts';
import { notFound } from '../failure.ts';
import { SAMPLE_WORKSPACE_ID } from '../ids.ts';
import { listPlaces } from '../mark/store.ts';
import type { Handler, Ports, Tx } from '../ports.ts';
import { requestPrintout } from '../printout/request-printout.ts';
import { readPasses } from '../review/passes.ts';
import { effectiveStatus, permissions } from '../review/rules.ts';
import type { Whole } from '../review/shown-rows.ts';
import { findReview, latestDecisions, type ReviewRow } from '../review/store.ts';
import { toUnsent } from '../review/unsent.ts';
import { reviewUrl, show } from '../review/view.ts';
import { toScreenshot } from '../review/wire-format.ts';
import { listApproved, toProgress } from '../shot/store.ts';

type Previous = NonNullable<ReviewerView['previous']>;

async function toPrevious(
  ports: Ports,
  tx: Tx,
  parent: ReviewRow,
  { whole, marks }: { whole: Whole; marks: ReviewerView['review']['marks'] },
): Promise<Previous> {
  const before = whole.shots.filter((shot) => shot.reviewId === parent.id);
  const places = await listPlaces(tx, parent.workspaceId, parent.id);
  return {
    id: parent.id,
    pass: parent.pass,
    review_url: reviewUrl(ports, parent),
    screenshots: before.map((shot) => toScreenshot(ports, shot)),
    marks: marks.flatMap(({ id, kind }) => {
      const place = places.find(({ number }) => number === id);
      const shot = before.find((each) => each.id === place?.shotId);
      if (place === undefined || shot === undefined) return [];
      const { x, y, width, height } = place;
      const element_box = whole.marks.find(({ number }) => number === id)?.elementBefore?.box ?? null;
      return [{ id, kind, screenshot_index: shot.position, x, y, width, height, element_box }];
    }),
  };
}

function toPassList(
  ports: Ports,
  living: readonly ReviewRow[],
  decisions: Awaited<ReturnType<typeof latestDecisions>>,
): ReviewerView['passes'] {
  const now = ports.clock();
  return living.map((each) => ({
    id: each.id,
    pass: each.pass,
    status: effectiveStatus(each, now),
    revision: each.revision,
    created_at: each.createdAt.toISOString(),
    decided_at: decisions.get(each.id)?.decidedAt.toISOString() ?? null,
    review_url: reviewUrl(ports, each),
  }));
}

/** Returns what the holder of a review link sees. Only the review in it is cached; the passes are read each time. */
export async function toReviewerView(ports: Ports, tx: Tx, row: ReviewRow): Promise<ReviewerView> {
  const [shown, { living, parent, newer }, decisions] = await Promise.all([
    show(ports, tx, row),
    readPasses(tx, row),
    latestDecisions(tx, row.workspaceId, { review: { chainId: row.chainId } }),
  ]);
  if (shown === null) throw notFound();
  const { review, whole } = shown;
  const { reason, ...can } = permissions(review.status, ports.clock() >= row.expiresAt, newer !== null);
  const asksFor = row.status === 'changes_requested' && row.baseId !== null;
  const [previous, unsent, accepted] = await Promise.all([
    parent === null ? null : toPrevious(ports, tx, parent, { whole, marks: review.marks }),
    toUnsent(ports, tx, row, whole),
    asksFor ? listApproved(tx, row) : [],
  ]);
  return {
    review,
    can,
    unsent,
    read_only_reason: reason,
    previous,
    newest: newer === null ? null : { id: newer.id, pass: newer.pass, review_url: reviewUrl(ports, newer) },
    passes: toPassList(ports, living, decisions),
    ...(accepted.length > 0 ? { accepted_screenshots: accepted } : {}),
    sample: row.workspaceId === SAMPLE_WORKSPACE_ID,
    expected_shots: review.screenshots.length + toProgress(whole.requests).waiting,
  };
}

export const readReview: Handler<'read_review'> = async (ports, actor) => {
  const row = await findReview(ports.db, actor.workspaceId, actor.reviewId);
  if (row === null) throw notFound();
  return toReviewerView(ports, ports.db, row);
};

export const printByLink: Handler<'print_by_link'> = (ports, actor, input) =>
  requestPrintout(ports, actor, input.printout_id);
