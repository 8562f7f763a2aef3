import type { Review, ReviewSummary } from '../../contract/review.ts';
import { notFound } from '../failure.ts';
import { awaitsVerification, isOutstanding } from '../mark/rules.ts';
import type { Ports, RowKey, Tx } from '../ports.ts';
import { Recent } from '../recent.ts';
import { type Progress, toProgress } from '../shot/store.ts';
import { toWorkPackets } from '../work-packet/rules.ts';
import { toBaseView } from './base-view.ts';
import { type PageQuery, TOP, toCursor } from './page-query.ts';
import { effectiveStatus, nextAction, shardsLeft, toShards } from './rules.ts';
import type { Listed, ShownRow, Whole } from './shown-rows.ts';
import { type ReviewRow, readPage, readPageVersions, readWhole, readWholeVersions } from './store.ts';
import { imageUrl, iso, toDecision, toFinding, toMark, toOpinion, toScreenshot, toSuggestion } from './wire-format.ts';

export const reviewAssociatedData = (id: string, which: 'review' | 'guest' | 'webhook'): string =>
  `review.${which}:${id}`;

type EncryptedToken = Pick<ReviewRow, 'id' | 'reviewToken'>;
export const reviewToken = (ports: Ports, row: EncryptedToken): string =>
  ports.secrets.decrypt(row.reviewToken, reviewAssociatedData(row.id, 'review')).toString();
export const reviewUrl = (ports: Ports, row: EncryptedToken): string =>
  `${ports.settings.baseUrl}/r/${reviewToken(ports, row)}`;
export const guestUrl = (ports: Ports, row: Pick<ReviewRow, 'id' | 'guestToken'>): string =>
  `${ports.settings.baseUrl}/g/${ports.secrets.decrypt(row.guestToken, reviewAssociatedData(row.id, 'guest')).toString()}`;
/** Decodes bytes as PostgreSQL writes them in JSON. */
const bytesOf = (text: string): Buffer<ArrayBuffer> => Buffer.from(text.slice(2), 'hex');

/** Returns the fields that a review and its summary share. */
function toSummary(
  ports: Ports,
  row: ShownRow,
  known: { outstanding: number; awaiting: number; decidedAt: string | null; progress: Progress; made: number },
): Omit<ReviewSummary, 'thumbnail_url'> {
  const now = ports.clock();
  const expiresAt = new Date(row.expiresAt);
  const status = effectiveStatus({ status: row.status, expiresAt }, now);
  const { outstanding, awaiting, decidedAt } = known;
  return {
    id: row.id,
    title: row.title,
    type: row.type,
    reference: row.reference,
    revision: row.revision,
    status,
    pass: row.pass,
    parent_id: row.parentId,
    created_at: iso(row.createdAt),
    decided_at: decidedAt === null ? null : iso(decidedAt),
    expires_at: iso(row.expiresAt),
    outstanding_marks: outstanding,
    marks_awaiting_verification: awaiting,
    next_action: nextAction({
      status,
      type: row.type,
      expired: now >= expiresAt,
      hasNextPass: row.nextPassId !== null,
      outstanding,
      awaiting,
      made: known.made,
      requested: known.made + known.progress.waiting + known.progress.problems.length,
      problems: known.progress.problems,
      shardsLeft: shardsLeft(row),
    }),
    review_url: reviewUrl(ports, { id: row.id, reviewToken: bytesOf(row.reviewToken) }),
  };
}

function assemble(ports: Ports, parts: Whole): Review {
  const { row, decision, webhook } = parts;
  const own = parts.shots.filter((shot) => shot.reviewId === row.id);
  const progress = toProgress(parts.requests);
  const shots = new Map(own.map((shot) => [shot.id, shot]));
  const before = new Map(
    parts.shots.filter((shot) => shot.reviewId !== row.id).map((shot) => [shot.id, toScreenshot(ports, shot)]),
  );
  const marks = parts.marks.map((mark) => ({
    mark: toMark(ports, mark, shots, parts.replies),
    sameElement: mark.sameElement ?? [],
    sources: mark.element?.sources ?? [],
    before: before.get(mark.shotBefore ?? '') ?? null,
  }));
  const { base, removed, changeOf } = toBaseView(ports, parts, progress.waiting === 0 && shardsLeft(row) === 0);
  const screenshots = own.map((shot) => toScreenshot(ports, shot, parts.marks, changeOf(shot)));
  const summary = toSummary(ports, row, {
    outstanding: marks.filter(({ mark }) => isOutstanding(mark.status)).length,
    awaiting: marks.filter(({ mark }) => awaitsVerification(mark.status)).length,
    decidedAt: decision?.decidedAt ?? null,
    progress,
    made: own.length,
  });
  return {
    ...summary,
    context: row.context,
    source: row.source,
    page_url: row.pageUrl,
    next_pass_id: row.nextPassId,
    base,
    decision: decision === null ? null : toDecision(decision),
    guest_share_url: guestUrl(ports, { id: row.id, guestToken: bytesOf(row.guestToken) }),
    problems: progress.problems,
    screenshots,
    shards: toShards(row),
    removed_screenshots: removed,
    marks: marks.map(({ mark }) => mark),
    findings: parts.findings.map((finding) => toFinding(finding, parts.marks)),
    second_opinion: toOpinion(own),
    suggestions: parts.suggestions.map((suggestion) => toSuggestion(suggestion, shots, parts.replies, parts.marks)),
    work_packets: toWorkPackets(marks, { number: row.pass, shots: screenshots, ids: shots }),
    webhook: !row.hasWebhook
      ? null
      : {
          paused: webhook?.paused ?? false,
          failure_count: webhook?.failureCount ?? 0,
          last_error: webhook?.lastError ?? null,
          last_delivered_at: webhook?.lastDeliveredAt == null ? null : iso(webhook.lastDeliveredAt),
        },
  };
}

/** A review as it is shown, and the rows it was made from. Shared with other readers: do not change it. */
export interface Shown {
  whole: Whole;
  review: Review;
}
interface Page {
  reviews: ReviewSummary[];
  next_cursor: string | null;
}

const recentReviews = new WeakMap<Ports, Recent<Shown>>();
const recentPages = new WeakMap<Ports, Recent<Page>>();

function recentOf<Value extends object>(kept: WeakMap<Ports, Recent<Value>>, ports: Ports): Recent<Value> {
  const known = kept.get(ports) ?? new Recent<Value>();
  kept.set(ports, known);
  return known;
}

/** Returns when the clock changes what is shown: at the next expiry. */
function nextExpiry(rows: readonly { expiresAt: string }[], now: Date): Date | null {
  const coming = rows.map((row) => new Date(row.expiresAt)).filter((at) => at > now);
  return coming.length === 0 ? null : new Date(Math.min(...coming.map((at) => at.getTime())));
}

export async function show(ports: Ports, tx: Tx, at: RowKey): Promise<Shown | null> {
  const make = async (): Promise<Shown | null> => {
    const text = await readWhole(tx, at.workspaceId, at.id);
    if (text === null) return null;
    const whole = JSON.parse(text) as Whole;
    return { whole, review: assemble(ports, whole) };
  };
  // A result read inside a transaction is not kept, because the transaction may never commit.
  if (tx !== ports.db) return make();
  const versions = await readWholeVersions(tx, at.workspaceId, at.id);
  if (versions === null) return null;
  const recent = recentOf(recentReviews, ports);
  const now = ports.clock();
  const known = recent.find(at.id, versions, now);
  if (known !== null) return known;
  const shown = await make();
  if (shown !== null)
    recent.keep(at.id, versions, now, nextExpiry([shown.whole.row, ...shown.whole.noise], now), shown);
  return shown;
}

/**
 * Returns the review object, which is the same everywhere; null when there is none. Shared with other readers: do not
 * change it.
 */
export async function showReview(ports: Ports, tx: Tx, at: RowKey): Promise<Review | null> {
  return (await show(ports, tx, at))?.review ?? null;
}

/** Returns the review object of a review that exists. */
export async function toReview(ports: Ports, tx: Tx, at: RowKey): Promise<Review> {
  const review = await showReview(ports, tx, at);
  if (review === null) throw notFound();
  return review;
}

/** Returns a page of `size` summaries. Shared with other readers: do not change it. */
export async function showPage(ports: Ports, query: PageQuery): Promise<Page> {
  const { size, ...which } = query;
  const now = ports.clock();
  const oneMore = { ...query, size: size + 1 };
  const read = await readPageVersions(ports.db, oneMore, now);
  const newest = query.passes === 'newest' ? (query.after?.newest ?? read.newest ?? undefined) : undefined;
  const key = JSON.stringify(which);
  const versions = `${newest} ${read.text}`;
  const recent = recentOf(recentPages, ports);
  const known = recent.find(key, versions, now);
  if (known !== null) return known;
  // A pass that is created meanwhile would list its chain here, and once more where the page before it belongs.
  const upTo = newest === undefined ? oneMore : { ...oneMore, after: { id: query.after?.id ?? TOP, newest } };
  const rows = JSON.parse(await readPage(ports.db, upTo, now)) as Listed[];
  const listed = rows.slice(0, size);
  const reviews = listed.map(({ row, outstanding, awaiting, decidedAt, requests, thumbnail, made }) => ({
    ...toSummary(ports, row, { outstanding, awaiting, decidedAt, progress: toProgress(requests), made }),
    thumbnail_url: thumbnail === null ? null : imageUrl(ports, thumbnail, 'thumbnail'),
  }));
  const last = rows.length > size ? listed.at(-1)?.row.id : undefined;
  const page = { reviews, next_cursor: last === undefined ? null : toCursor({ id: last, newest }) };
  const until = nextExpiry(
    listed.map(({ row }) => row),
    now,
  );
  recent.keep(key, versions, now, until, page);
  return page;
}
