import type { Mark } from '../../contract/mark.ts';
import {
  type Finding,
  type Review,
  type ReviewSummary,
  ReviewType,
  type Screenshot,
  Severity,
} from '../../contract/review.ts';
import type { ReviewerView } from '../../contract/reviewer.ts';
import { SourceKind, Viewport } from '../../contract/source.ts';
import { type FindingRow, listFindings } from '../finding/store.ts';
import { awaitsVerification, isOutstanding } from '../mark/rules.ts';
import { countMarks, listMarks, type MarkCounts, type PlacedMark } from '../mark/store.ts';
import type { Ports, Tx } from '../ports.ts';
import { listShots, type Progress, type ShotRow, shotProgress } from '../shot/store.ts';
import { findState, type StateRow } from '../webhook/store.ts';
import { toWorkPackets } from '../work-packet/rules.ts';
import { effectiveStatus, nextAction, permissions, type StoredStatus } from './rules.ts';
import { type DecisionRow, findNewestPass, findReview, latestDecisions, type ReviewRow } from './store.ts';

export const tokenPlace = (id: string, which: 'review' | 'guest' | 'webhook'): string => `review.${which}:${id}`;

export const reviewToken = (ports: Ports, row: ReviewRow): string =>
  ports.secrets.open(row.reviewToken, tokenPlace(row.id, 'review')).toString();
const reviewUrl = (ports: Ports, row: ReviewRow): string => `${ports.settings.baseUrl}/r/${reviewToken(ports, row)}`;

const iso = (date: Date): string => date.toISOString();
export const storedStatus = (row: ReviewRow): StoredStatus => row.status as StoredStatus;

export const pictureUrl = (ports: Ports, capability: string, variant: string): string =>
  `${ports.settings.baseUrl}/p/${capability}/${variant}`;

function toScreenshot(ports: Ports, row: ShotRow): Screenshot {
  const kind = row.changeKind;
  return {
    index: row.position,
    label: row.label,
    url: pictureUrl(ports, row.capability, 'shot'),
    thumbnail_url: pictureUrl(ports, row.capability, 'thumbnail'),
    width: row.width,
    height: row.height,
    viewport: row.viewport === null ? null : Viewport.parse(row.viewport),
    page_url: row.pageUrl,
    sha256: row.sha256,
    change:
      kind === 'new' || kind === 'identical' || kind === 'changed'
        ? {
            kind,
            share: row.changeShare,
            diff_url: row.diffKey === null ? null : pictureUrl(ports, row.capability, 'difference'),
          }
        : null,
  };
}

function toMark(row: PlacedMark, positions: Map<string, number>): Mark {
  const index = row.shotId === null ? undefined : positions.get(row.shotId);
  const here = index !== undefined;
  return {
    id: row.number,
    screenshot_index: index ?? null,
    kind: row.kind,
    x: here ? row.place.x : null,
    y: here ? row.place.y : null,
    width: here ? row.place.width : null,
    height: here ? row.place.height : null,
    body: row.body,
    must_fix: row.mustFix,
    status: row.status,
    author: row.author,
    note: row.note,
    after_image: row.afterImage,
    reopen_reason: row.reopenReason,
    pass: row.pass,
    element: null,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  };
}

function toFinding(row: FindingRow): Finding {
  return {
    id: row.number,
    body: row.body,
    severity: row.severity === null ? null : Severity.parse(row.severity),
    screenshot_index: row.position,
    area: row.area === null ? null : (row.area as Finding['area']),
    related_pin: row.relatedPin,
    source: row.source === 'second_opinion' ? 'second_opinion' : 'client',
    rule: row.rule,
  };
}

interface Parts {
  decision: DecisionRow | undefined;
  progress: Progress;
  shots: ShotRow[];
  parentShots: ShotRow[];
  marks: PlacedMark[];
  findings: FindingRow[];
  webhook: StateRow | null;
}

async function readParts(tx: Tx, row: ReviewRow): Promise<Parts> {
  const { workspaceId, id } = row;
  const [decisions, progress, shots, marks, findings, webhook] = await Promise.all([
    latestDecisions(tx, workspaceId, [id]),
    shotProgress(tx, workspaceId, id),
    listShots(tx, workspaceId, row.parentId === null ? [id] : [id, row.parentId]),
    listMarks(tx, workspaceId, id),
    listFindings(tx, workspaceId, id),
    row.webhookUrlHash === null
      ? null
      : findState(tx, { workspaceId, chainId: row.chainId, urlHash: row.webhookUrlHash }),
  ]);
  return {
    decision: decisions.get(id),
    progress,
    shots: shots.filter((shot) => shot.reviewId === id),
    parentShots: shots.filter((shot) => shot.reviewId !== id),
    marks,
    findings,
    webhook,
  };
}

/** What is shared by a review and its summary. */
function toSummary(
  ports: Ports,
  row: ReviewRow,
  known: { counts: MarkCounts; decision: DecisionRow | undefined; progress: Progress; made: number },
): ReviewSummary {
  const now = ports.clock();
  const status = effectiveStatus(storedStatus(row), row.expiresAt, now);
  const { outstanding, awaiting } = known.counts;
  return {
    id: row.id,
    title: row.title,
    type: ReviewType.parse(row.type),
    reference: row.reference,
    revision: row.revision,
    status,
    pass: row.pass,
    parent_id: row.parentId,
    created_at: iso(row.createdAt),
    decided_at: known.decision === undefined ? null : iso(known.decision.decidedAt),
    expires_at: iso(row.expiresAt),
    outstanding_marks: outstanding,
    marks_awaiting_verification: awaiting,
    next_action: nextAction({
      status,
      expired: now >= row.expiresAt,
      outstanding,
      awaiting,
      made: known.made,
      expected: known.made + known.progress.waiting,
      problems: known.progress.problems,
    }),
    review_url: reviewUrl(ports, row),
  };
}

function assemble(ports: Ports, row: ReviewRow, parts: Parts): Review {
  const positions = new Map(parts.shots.map((shot) => [shot.id, shot.position]));
  const marks = parts.marks.map((mark) => ({ mark: toMark(mark, positions), source: mark.source }));
  const screenshots = parts.shots.map((shot) => toScreenshot(ports, shot));
  const before = parts.parentShots.map((shot) => toScreenshot(ports, shot));
  const counts = {
    outstanding: marks.filter(({ mark }) => isOutstanding(mark.status)).length,
    awaiting: marks.filter(({ mark }) => awaitsVerification(mark.status)).length,
  };
  const summary = toSummary(ports, row, {
    counts,
    decision: parts.decision,
    progress: parts.progress,
    made: parts.shots.length,
  });
  const { decision, webhook } = parts;
  const guestToken = ports.secrets.open(row.guestToken, tokenPlace(row.id, 'guest')).toString();
  return {
    ...summary,
    context: row.context,
    source: SourceKind.parse(row.source),
    page_url: row.pageUrl,
    next_pass_id: row.nextPassId,
    decision:
      decision === undefined
        ? null
        : {
            number: decision.number,
            outcome: decision.outcome === 'approved' ? 'approved' : 'changes_requested',
            note: decision.note,
            decided_by: decision.decidedBy,
            verified_login: decision.verifiedLogin,
          },
    guest_share_url: `${ports.settings.baseUrl}/g/${guestToken}`,
    problems: parts.progress.problems,
    screenshots,
    marks: marks.map(({ mark }) => mark),
    findings: parts.findings.map(toFinding),
    suggestions: [],
    work_packets: toWorkPackets(marks, { number: row.pass, shots: screenshots, before }),
    webhook:
      row.webhookUrlHash === null
        ? null
        : {
            paused: webhook?.paused ?? false,
            failure_count: webhook?.failureCount ?? 0,
            last_error: webhook?.lastError ?? null,
            last_delivered_at: webhook?.lastDeliveredAt == null ? null : iso(webhook.lastDeliveredAt),
          },
  };
}

/** The review object, everywhere the same (design 3.1). */
export async function toReview(ports: Ports, tx: Tx, row: ReviewRow): Promise<Review> {
  return assemble(ports, row, await readParts(tx, row));
}

/** Whether a pass after this one has opened, so that marks and decisions belong there. */
export async function laterPassOpen(tx: Tx, row: ReviewRow): Promise<boolean> {
  if (row.nextPassId === null) return false;
  const child = await findReview(tx, row.workspaceId, row.nextPassId);
  return child?.openedAt != null;
}

export async function toReviewerView(ports: Ports, tx: Tx, row: ReviewRow): Promise<ReviewerView> {
  const { workspaceId } = row;
  const [parts, later, parent, newest] = await Promise.all([
    readParts(tx, row),
    laterPassOpen(tx, row),
    row.parentId === null ? null : findReview(tx, workspaceId, row.parentId),
    findNewestPass(tx, workspaceId, row.chainId),
  ]);
  const review = assemble(ports, row, parts);
  const { reason, ...can } = permissions(review.status, ports.clock() >= row.expiresAt, later);
  return {
    review,
    can,
    read_only_reason: reason,
    previous:
      parent === null
        ? null
        : {
            id: parent.id,
            pass: parent.pass,
            review_url: reviewUrl(ports, parent),
            screenshots: parts.parentShots.map((shot) => toScreenshot(ports, shot)),
          },
    newest:
      newest === null || newest.id === row.id || newest.pass < row.pass
        ? null
        : { id: newest.id, pass: newest.pass, review_url: reviewUrl(ports, newest) },
    expected_shots: parts.shots.length + parts.progress.waiting,
  };
}

/** Summaries of many reviews with a fixed number of queries. */
export async function toSummaries(
  ports: Ports,
  tx: Tx,
  workspaceId: string,
  rows: ReviewRow[],
): Promise<ReviewSummary[]> {
  const ids = rows.map((row) => row.id);
  const [counts, decisions] = await Promise.all([
    countMarks(tx, workspaceId, ids),
    latestDecisions(tx, workspaceId, ids),
  ]);
  const unfinished = rows.filter((row) => row.status === 'preparing' || row.status === 'failed');
  const progress = new Map(
    await Promise.all(unfinished.map(async (row) => [row.id, await shotProgress(tx, workspaceId, row.id)] as const)),
  );
  const made = await listShots(
    tx,
    workspaceId,
    unfinished.map((row) => row.id),
  );
  return rows.map((row) =>
    toSummary(ports, row, {
      counts: counts.get(row.id) ?? { outstanding: 0, awaiting: 0 },
      decision: decisions.get(row.id),
      progress: progress.get(row.id) ?? { waiting: 0, problems: [] },
      made: made.filter((shot) => shot.reviewId === row.id).length,
    }),
  );
}
