import { findingColumns } from '../finding/store.ts';
import { markColumns, placeColumns } from '../mark/store.ts';
import { noiseColumns } from '../noise/store.ts';
import { replyColumns } from '../reply/store.ts';
import { shotColumns } from '../shot/store.ts';
import { suggestionColumns } from '../suggestion/store.ts';

// The two reads that clients poll. One statement reads everything as JSON. Another, several times cheaper, returns
// which versions of the rows that would be: a row's `xmin` and `ctid` change whenever the row does.

const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Returns SQL that selects columns under the names that their rows have in TypeScript. */
const select = (table: string, names: readonly string[]): string =>
  names.map((name) => `${table}.${columnOf(name)} AS "${name}"`).join(', ');

export const reviewColumns = [
  ...(['id', 'workspaceId', 'pass', 'parentId', 'nextPassId', 'status', 'title', 'context', 'type', 'source'] as const),
  ...(['pageUrl', 'reference', 'revision', 'reviewToken', 'guestToken', 'createdAt', 'expiresAt'] as const),
  ...(['baseRequest', 'baseId', 'baseKind', 'basePosition', 'shards', 'shardsSent'] as const),
];
export const decisionColumns = [
  'id',
  'number',
  'outcome',
  'note',
  'decidedBy',
  'verifiedLogin',
  'link',
  'decidedAt',
] as const;
const webhookColumns = ['paused', 'failureCount', 'lastError', 'lastDeliveredAt'];

const oneOf = (query: string): string => `(SELECT row_to_json(x) FROM (${query}) x)`;
const listOf = (query: string): string => `(SELECT coalesce(json_agg(x), '[]') FROM (${query}) x)`;
const ofReview = (table: string): string => `${table}.review_id = r.id AND ${table}.workspace_id = r.workspace_id`;
const placeIn = (table: string): string =>
  `json_build_object('x', ${table}.x, 'y', ${table}.y, 'width', ${table}.width, 'height', ${table}.height) AS place`;
const row = oneOf(`SELECT ${select('r', reviewColumns)}, r.webhook_url_hash IS NOT NULL AS "hasWebhook"`);
const requests = listOf(`
  SELECT q.status, q.label, q.problem, CASE WHEN q.file_key IS NULL THEN 1 ELSE q.places END AS shots
  FROM shot_request q
  WHERE ${ofReview('q')} AND q.status <> 'made' ORDER BY q.position`);

const ofSameName = `
  a.workspace_id = r.workspace_id AND a.id <> r.id
  AND a.base_request ->> 'repository' = r.base_request ->> 'repository'
  AND a.base_request ->> 'name' = r.base_request ->> 'name'`;

/**
 * The reviews of the same name whose decision approves one of this review's changes against its base: the same hash
 * before and after under the same label, or the same screenshot removed.
 */
const approvals = `
  SELECT s.id AS shot_id, a.id, a.reference, a.revision, a.xmin FROM shot s
  JOIN shot t ON t.workspace_id = s.workspace_id AND t.sha256 = s.sha256 AND t.label = s.label
    AND t.base_kind IN ('new', 'changed') AND t.base_sha256 IS NOT DISTINCT FROM s.base_sha256 AND t.base_approved
  JOIN review a ON a.id = t.review_id AND a.status IN ('approved', 'changes_requested') AND ${ofSameName}
  WHERE ${ofReview('s')} AND s.base_kind IN ('new', 'changed')
  UNION ALL
  SELECT s.id AS shot_id, a.id, a.reference, a.revision, a.xmin FROM shot s
  JOIN shot t ON t.workspace_id = s.workspace_id AND t.sha256 = s.sha256 AND t.label = s.label
  JOIN review a ON a.base_id = t.review_id AND a.status = 'approved' AND ${ofSameName}
  WHERE s.review_id = r.base_id AND s.workspace_id = r.workspace_id
    AND NOT EXISTS (SELECT 1 FROM shot o WHERE ${ofReview('o')} AND coalesce(o.base_label, o.label) = s.label)
    AND NOT EXISTS (SELECT 1 FROM shot o WHERE o.review_id = a.id AND coalesce(o.base_label, o.label) = s.label)
    AND NOT EXISTS (SELECT 1 FROM shot_request q WHERE q.review_id = a.id AND q.label = s.label AND q.status <> 'made')
    AND EXISTS (SELECT 1 FROM shot o WHERE o.review_id = a.id AND o.base_kind IS NOT NULL)`;

/** The noise rules for labels that differ here: those of this chain, and those that an approval has put into force. */
const noise = `
  SELECT ${select('n', noiseColumns)}, n.xmin, o.chain_id = r.chain_id AS own, a.id AS approval, a.reference, a.revision, a.xmin AS approval_xmin
  FROM noise_rule n
  JOIN review o ON o.id = n.review_id AND o.workspace_id = n.workspace_id
  LEFT JOIN review a ON a.id = n.approved_in AND a.workspace_id = n.workspace_id AND a.status = 'approved'
  WHERE n.workspace_id = r.workspace_id AND n.repository = r.base_request ->> 'repository'
    AND n.name = r.base_request ->> 'name' AND n.expires_at > r.created_at
    AND (a.id IS NOT NULL OR (o.chain_id = r.chain_id AND o.id <= r.id))
    AND EXISTS (SELECT 1 FROM shot s WHERE ${ofReview('s')} AND s.label = n.label AND s.base_kind = 'changed')`;

const lastDecisionOf = (review: string): string => `
  LATERAL (
    SELECT * FROM decision d WHERE d.review_id = ${review} AND d.workspace_id = r.workspace_id
    ORDER BY d.number DESC LIMIT 1) d`;

export const whole = {
  name: 'whole_review',
  text: `
    SELECT json_build_object(
      'row', ${row},
      'decision', ${oneOf(`
        SELECT ${select('d', decisionColumns)} FROM decision d WHERE ${ofReview('d')} ORDER BY d.number DESC LIMIT 1`)},
      'requests', ${requests},
      'shots', ${listOf(`
        SELECT ${select('s', shotColumns)} FROM shot s
        WHERE s.review_id = ANY (ARRAY[r.id, r.parent_id, r.base_id]) AND s.workspace_id = r.workspace_id
        ORDER BY s.position`)},
      'approvals', CASE WHEN r.base_id IS NULL THEN '[]' ELSE ${listOf(`
        SELECT DISTINCT ON (e.shot_id) e.shot_id AS "shotId", e.id AS "reviewId", e.reference, e.revision, d.outcome,
               d.decided_by AS "decidedBy", d.verified_login AS "verifiedLogin", d.decided_at AS "decidedAt"
        FROM (${approvals}) e CROSS JOIN ${lastDecisionOf('e.id')}
        ORDER BY e.shot_id, d.verified_login IS NULL, d.outcome, d.decided_at`)} END,
      'noise', CASE WHEN r.base_id IS NULL THEN '[]' ELSE ${listOf(`
        SELECT e.*, d.decided_by AS "decidedBy", d.verified_login AS "verifiedLogin", d.decided_at AS "decidedAt"
        FROM (${noise}) e LEFT JOIN ${lastDecisionOf('e.approval')} ON true
        ORDER BY e.id`)} END,
      'marks', ${listOf(`
        SELECT ${select('m', markColumns)}, ${select('p', placeColumns)}, ${placeIn('p')}, b.shot_id AS "shotBefore",
               b.element - 'outer_html' - 'selectors' AS "elementBefore"
        FROM mark_place p
        LEFT JOIN mark_place b
          ON b.review_id = r.parent_id AND b.number = p.number AND b.workspace_id = p.workspace_id
        JOIN mark m ON m.chain_id = r.chain_id AND m.number = p.number AND m.workspace_id = p.workspace_id
        WHERE ${ofReview('p')} ORDER BY m.number`)},
      'replies', ${listOf(`
        SELECT ${select('a', replyColumns)}, coalesce(a.mark_number, g.mark_number) AS "markNumber" FROM reply a
        LEFT JOIN suggestion g ON g.chain_id = a.chain_id AND g.number = a.suggestion_number
          AND g.workspace_id = a.workspace_id
        WHERE a.chain_id = r.chain_id AND a.workspace_id = r.workspace_id
          AND (a.pass <= r.pass OR a.mark_number IS NULL)
        ORDER BY a.id`)},
      'findings', ${listOf(`
        SELECT ${select('f', findingColumns)} FROM finding f WHERE ${ofReview('f')} ORDER BY f.number`)},
      'suggestions', ${listOf(`
        SELECT ${select('g', suggestionColumns)}, ${placeIn('g')} FROM suggestion g WHERE ${ofReview('g')}
        ORDER BY g.number`)},
      'webhook', ${oneOf(`
        SELECT ${select('w', webhookColumns)} FROM webhook_state w
        WHERE w.chain_id = r.chain_id AND w.url_hash = r.webhook_url_hash AND w.workspace_id = r.workspace_id`)}
    )::text AS text
    FROM review r WHERE r.id = $1 AND r.workspace_id = $2 AND NOT r.is_baseline`,
};

const versionsOf = (from: string): string =>
  `coalesce((SELECT string_agg(v.xmin::text || v.ctid::text, ' ') FROM ${from} AND v.workspace_id = r.workspace_id), '')`;

const ofRow = (table: string): string => versionsOf(`${table} v WHERE v.review_id = r.id`);
const ofChain = (table: string): string => versionsOf(`${table} v WHERE v.chain_id = r.chain_id`);

const versions = `
  concat_ws('|', r.xmin::text || r.ctid::text, ${ofRow('decision')}, ${ofRow('shot_request')},
      ${versionsOf('shot v WHERE v.review_id = ANY (ARRAY[r.id, r.parent_id, r.base_id])')}, ${ofChain('mark')}, ${ofChain('reply')},
      ${versionsOf('mark_place v WHERE v.review_id = ANY (ARRAY[r.id, r.parent_id])')}, ${ofRow('finding')},
      ${ofRow('suggestion')}, ${ofChain('webhook_state')},
      CASE WHEN r.base_id IS NOT NULL THEN concat(
        (SELECT string_agg(concat(e.shot_id, e.id, e.xmin), ' ' ORDER BY e.shot_id, e.id) FROM (${approvals}) e),
        (SELECT string_agg(concat(e.id, e.xmin, e.approval, e.approval_xmin), ' ' ORDER BY e.id) FROM (${noise}) e)) END)`;

export const wholeVersions = {
  name: 'whole_review_versions',
  text: `SELECT ${versions} AS text FROM review r WHERE r.id = $1 AND r.workspace_id = $2 AND NOT r.is_baseline`,
};

const firstShot = (what: string): string =>
  `(SELECT ${what} FROM shot s WHERE ${ofReview('s')} ORDER BY s.position LIMIT 1)`;

/** Versions of the rows of a page, and the newest review of the workspace. `rows`: SQL that selects its reviews */
export const pageVersionsOf = (rows: string): string => `
  SELECT (SELECT max(id) FROM review WHERE workspace_id = $1) AS newest,
    coalesce(string_agg(concat_ws('|', r.id, r.xmin::text || r.ctid::text, ${ofRow('decision')},
      ${ofRow('shot_request')}, ${ofChain('mark')}, ${ofRow('mark_place')}, ${firstShot('s.capability')},
      CASE WHEN r.status IN ('preparing', 'failed') THEN ${ofRow('shot')} END), ';'), '') AS text
  FROM (${rows}) r`;

export const pageOf = (rows: string): string => `
  SELECT coalesce(json_agg(x.listed ORDER BY x.id DESC), '[]')::text AS text FROM (
    SELECT r.id, json_build_object(
      'row', ${row},
      'outstanding', c.outstanding,
      'awaiting', c.awaiting,
      'decidedAt', (SELECT d.decided_at FROM decision d WHERE ${ofReview('d')} ORDER BY d.number DESC LIMIT 1),
      'requests', ${requests},
      'thumbnail', ${firstShot('s.capability')},
      'made', (SELECT count(*) FROM shot s WHERE ${ofReview('s')} AND r.status IN ('preparing', 'failed'))
    ) AS listed
    FROM (${rows}) r,
    LATERAL (
      SELECT count(*) FILTER (WHERE m.status IN ('open', 'in_progress', 'reopened')) AS outstanding,
             count(*) FILTER (WHERE m.status = 'resolved') AS awaiting
      FROM mark_place p
      JOIN mark m ON m.chain_id = r.chain_id AND m.number = p.number AND m.workspace_id = p.workspace_id
      WHERE ${ofReview('p')}) c
  ) x`;
