import type { FindingRow } from '../finding/store.ts';
import type { Place } from '../mark/rules.ts';
import type { PlacedMark } from '../mark/store.ts';
import type { ShotRow } from '../shot/store.ts';
import type { SuggestionRow } from '../suggestion/store.ts';
import type { DecisionRow, ReviewRow } from './store.ts';

// The two reads that clients poll. One statement reads the whole in JSON; another, several times cheaper, tells which
// versions of the rows that would be: a row's `xmin` and `ctid` change whenever it does.

const reviewFields = `
  'id', r.id, 'workspaceId', r.workspace_id, 'pass', r.pass, 'parentId', r.parent_id, 'nextPassId', r.next_pass_id,
  'status', r.status, 'title', r.title, 'context', r.context, 'type', r.type, 'source', r.source,
  'pageUrl', r.page_url, 'reference', r.reference, 'revision', r.revision,
  'reviewToken', encode(r.review_token, 'base64'), 'guestToken', encode(r.guest_token, 'base64'),
  'hasWebhook', r.webhook_url_hash IS NOT NULL, 'createdAt', r.created_at, 'expiresAt', r.expires_at`;

const listOf = (query: string): string => `(SELECT coalesce(json_agg(x), '[]') FROM (${query}) x)`;
const ofReview = (table: string): string => `${table}.review_id = r.id AND ${table}.workspace_id = r.workspace_id`;
const requests = listOf(`
  SELECT q.status, q.label, q.problem, CASE WHEN q.file_key IS NULL THEN 1 ELSE q.places END AS shots
  FROM shot_request q
  WHERE ${ofReview('q')} AND q.status <> 'made' ORDER BY q.position`);

export const whole = {
  name: 'whole_review',
  text: `
    SELECT json_build_object(
      'row', json_build_object(${reviewFields}),
      'decision', (SELECT row_to_json(x) FROM (
        SELECT d.id, d.number, d.outcome, d.note, d.decided_by AS "decidedBy", d.verified_login AS "verifiedLogin",
               d.link, d.decided_at AS "decidedAt"
        FROM decision d WHERE ${ofReview('d')} ORDER BY d.number DESC LIMIT 1) x),
      'requests', ${requests},
      'shots', ${listOf(`
        SELECT s.id, s.review_id AS "reviewId", s.position, s.label, s.capability, s.width, s.height, s.viewport,
               s.page_url AS "pageUrl", s.sha256, s.change_kind AS "changeKind", s.change_share AS "changeShare",
               s.diff_key AS "diffKey", s.change_areas AS "changeAreas", s.page_number AS "pageNumber",
               s.elements_key AS "elementsKey", s.notices,
               s.notice_codes AS "noticeCodes", s.opinion, s.opinion_problem AS "opinionProblem"
        FROM shot s WHERE s.review_id = ANY (ARRAY[r.id, r.parent_id]) AND s.workspace_id = r.workspace_id
        ORDER BY s.position`)},
      'marks', ${listOf(`
        SELECT m.number, m.kind, m.body, m.must_fix AS "mustFix", m.status, m.author, m.note,
               m.after_image AS "afterImage", m.after_image_capability AS "afterImageCapability",
               m.after_image_problem AS "afterImageProblem", m.reopen_reason AS "reopenReason", m.source, m.pass,
               m.created_at AS "createdAt", m.updated_at AS "updatedAt", p.shot_id AS "shotId",
               json_build_object('x', p.x, 'y', p.y, 'width', p.width, 'height', p.height) AS place,
               p.position, p.element, p.same_element AS "sameElement", p.change_share AS "changeShare", b.shot_id AS "shotBefore"
        FROM mark_place p
        LEFT JOIN mark_place b
          ON b.review_id = r.parent_id AND b.number = p.number AND b.workspace_id = p.workspace_id
        JOIN mark m ON m.chain_id = r.chain_id AND m.number = p.number AND m.workspace_id = p.workspace_id
        WHERE ${ofReview('p')} ORDER BY m.number`)},
      'findings', ${listOf(`
        SELECT f.number, f.body, f.severity, f.position, f.area, f.related_pin AS "relatedPin", f.source, f.rule,
               f.found_by AS "foundBy", f.status, f.mark_number AS "markNumber"
        FROM finding f WHERE ${ofReview('f')} ORDER BY f.number`)},
      'suggestions', ${listOf(`
        SELECT g.number, g.shot_id AS "shotId", g.kind, g.body, g.author, g.position, g.status, g.mark_number AS "markNumber",
               json_build_object('x', g.x, 'y', g.y, 'width', g.width, 'height', g.height) AS place
        FROM suggestion g WHERE ${ofReview('g')} ORDER BY g.number`)},
      'webhook', (SELECT row_to_json(x) FROM (
        SELECT w.paused, w.failure_count AS "failureCount", w.last_error AS "lastError",
               w.last_delivered_at AS "lastDeliveredAt"
        FROM webhook_state w
        WHERE w.chain_id = r.chain_id AND w.url_hash = r.webhook_url_hash AND w.workspace_id = r.workspace_id) x)
    )::text AS text
    FROM review r WHERE r.id = $1 AND r.workspace_id = $2`,
};

/** A row as JSON has it: bytes as base64, dates as text that `Date` reads. */
type InJson<Row> = {
  [Name in keyof Row]: Row[Name] extends Date | Uint8Array
    ? string
    : Row[Name] extends Date | null
      ? string | null
      : Row[Name];
};

export type ShownRow = InJson<
  Pick<
    ReviewRow,
    | 'id'
    | 'workspaceId'
    | 'pass'
    | 'parentId'
    | 'nextPassId'
    | 'status'
    | 'title'
    | 'context'
    | 'type'
    | 'source'
    | 'pageUrl'
    | 'reference'
    | 'revision'
    | 'reviewToken'
    | 'guestToken'
    | 'createdAt'
    | 'expiresAt'
  >
> & { hasWebhook: boolean };
export type ShownRequest = { status: string; label: string; problem: string | null; shots: number };
export type ShownShot = Pick<
  ShotRow,
  | 'id'
  | 'reviewId'
  | 'position'
  | 'label'
  | 'capability'
  | 'width'
  | 'height'
  | 'viewport'
  | 'pageUrl'
  | 'sha256'
  | 'changeKind'
  | 'changeShare'
  | 'diffKey'
  | 'changeAreas'
  | 'pageNumber'
  | 'elementsKey'
  | 'notices'
  | 'noticeCodes'
  | 'opinion'
  | 'opinionProblem'
>;
export type ShownMark = InJson<Omit<PlacedMark, 'formerStatus' | 'afterImageKey'>> & {
  /** The shot it lay on in the pass before */
  shotBefore: string | null;
};

export type ShownSuggestion = Pick<
  SuggestionRow,
  'number' | 'shotId' | 'kind' | 'body' | 'author' | 'position' | 'status' | 'markNumber'
> & { place: Place };

/** Everything that a review shows. */
export interface Whole {
  row: ShownRow;
  decision: InJson<DecisionRow> | null;
  requests: ShownRequest[];
  /** Its own and its parent's */
  shots: ShownShot[];
  marks: ShownMark[];
  findings: Omit<FindingRow, 'reviewId' | 'workspaceId'>[];
  suggestions: ShownSuggestion[];
  webhook: { paused: boolean; failureCount: number; lastError: string | null; lastDeliveredAt: string | null } | null;
}

const versionsOf = (from: string): string =>
  `coalesce((SELECT string_agg(v.xmin::text || v.ctid::text, ' ') FROM ${from} AND v.workspace_id = r.workspace_id), '')`;

const ofRow = (table: string): string => versionsOf(`${table} v WHERE v.review_id = r.id`);
const ofChain = (table: string): string => versionsOf(`${table} v WHERE v.chain_id = r.chain_id`);

const versions = `
  concat_ws('|', r.xmin::text || r.ctid::text, ${ofRow('decision')}, ${ofRow('shot_request')},
      ${versionsOf('shot v WHERE v.review_id = ANY (ARRAY[r.id, r.parent_id])')}, ${ofChain('mark')},
      ${versionsOf('mark_place v WHERE v.review_id = ANY (ARRAY[r.id, r.parent_id])')}, ${ofRow('finding')},
      ${ofRow('suggestion')}, ${ofChain('webhook_state')})`;

export const wholeVersions = {
  name: 'whole_review_versions',
  text: `SELECT ${versions} AS text FROM review r WHERE r.id = $1 AND r.workspace_id = $2`,
};

/** Of the reviews `$1` of the workspaces `$2`, as digests: what the page of each shows, and where its chain has come to. */
export const watchedVersions = {
  name: 'watched_versions',
  text: `
    SELECT w.id AS "reviewId", md5(concat(v.text, ' ', v.passes)) AS version
    FROM unnest($1::char(26)[], $2::char(26)[]) AS w (id, workspace_id)
    CROSS JOIN LATERAL (SELECT ${versions} AS text, ${ofChain('review')} AS passes
                        FROM review r WHERE r.id = w.id AND r.workspace_id = w.workspace_id) v`,
};

const rowsOf = (where: string): string =>
  `SELECT *, xmin, ctid FROM review WHERE workspace_id = $1 AND id < $2 ${where} ORDER BY id DESC LIMIT $3`;

const pageVersionsOf = (where: string): string => `
  SELECT coalesce(string_agg(concat_ws('|', r.id, r.xmin::text || r.ctid::text, ${ofRow('decision')},
    ${ofRow('shot_request')}, ${ofChain('mark')}, ${ofRow('mark_place')},
    CASE WHEN r.status IN ('preparing', 'failed') THEN ${ofRow('shot')} END), ';'), '') AS text
  FROM (${rowsOf(where)}) r`;

const pageOf = (where: string): string => `
  SELECT coalesce(json_agg(x.listed ORDER BY x.id DESC), '[]')::text AS text FROM (
    SELECT r.id, json_build_object(
      'row', json_build_object(${reviewFields}),
      'outstanding', c.outstanding,
      'awaiting', c.awaiting,
      'decidedAt', (SELECT d.decided_at FROM decision d WHERE ${ofReview('d')} ORDER BY d.number DESC LIMIT 1),
      'requests', ${requests},
      'made', (SELECT count(*) FROM shot s WHERE ${ofReview('s')} AND r.status IN ('preparing', 'failed'))
    ) AS listed
    FROM (${rowsOf(where)}) r,
    LATERAL (
      SELECT count(*) FILTER (WHERE m.status IN ('open', 'in_progress', 'reopened')) AS outstanding,
             count(*) FILTER (WHERE m.status = 'resolved') AS awaiting
      FROM mark_place p
      JOIN mark m ON m.chain_id = r.chain_id AND m.number = p.number AND m.workspace_id = p.workspace_id
      WHERE ${ofReview('p')}) c
  ) x`;

const OF_REFERENCE = 'AND reference = $4';
export const pages = {
  all: {
    whole: { name: 'page', text: pageOf('') },
    versions: { name: 'page_versions', text: pageVersionsOf('') },
  },
  ofReference: {
    whole: { name: 'page_of_reference', text: pageOf(OF_REFERENCE) },
    versions: { name: 'page_of_reference_versions', text: pageVersionsOf(OF_REFERENCE) },
  },
};

/** A review in a list. */
export interface Listed {
  row: ShownRow;
  outstanding: number;
  awaiting: number;
  decidedAt: string | null;
  requests: ShownRequest[];
  /** Shots, as long as some are awaited. */
  made: number;
}
