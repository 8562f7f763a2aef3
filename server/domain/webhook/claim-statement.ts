import { LEASE_SECONDS, PAUSE_AFTER_FAILURES, PER_ADDRESS } from './rules.ts';

/** How many due deliveries are found by age. When there are more, the claim also walks through their addresses. */
const HEAD = 256;
/** How many addresses one walk visits at most, in order from where it begins. */
const WALK = 1_000;

export interface ClaimLimits {
  /** How many deliveries at most. */
  most: number;
  /** Leaves out addresses whose last attempt for this chain failed. */
  onlySound: boolean;
  /** Where the walk through the addresses begins: any bytes. */
  from: Uint8Array;
}

/** A claim holds this lock, so that no other claim changes what it counted before it writes. */
const lock = 'SELECT pg_advisory_xact_lock(72707371)';
/**
 * Settings of the claim's transaction.
 * `enable_seqscan`: a plan that was cached while the table was almost empty would later read it from end to end.
 * `synchronous_commit`: no claim waits for the disk. When PostgreSQL crashes and loses a lease, the delivery is claimed
 * again and sent once more under the same id.
 */
const settings = `SELECT set_config('enable_seqscan', 'off', true), set_config('synchronous_commit', 'off', true)`;

// PostgreSQL evaluates `clock_timestamp()` in a subquery once, so it can search an index by the result.
const NOW = '(SELECT at FROM moment)';

/** Returns SQL for the first address after `after`, or the first of all addresses. */
const nextAddress = (after: string): string => `COALESCE(
      (SELECT url_hash FROM delivery WHERE status = 'pending' AND url_hash > ${after} ORDER BY url_hash LIMIT 1),
      (SELECT url_hash FROM delivery WHERE status = 'pending' ORDER BY url_hash LIMIT 1))`;

/**
 * Leases due deliveries. Every address has the same share, however many deliveries wait for it: the claim takes as many
 * of its oldest deliveries as the address has free places. Of all these, addresses whose last attempt succeeded come
 * before those whose last attempt failed. The cost is the same with ten pending deliveries as with a hundred thousand.
 * For one chain and address, no more deliveries are under way than failures are left before the pause, because each of
 * them may fail.
 * The result leaves out the contents (see `contents`). It must fit into the buffers between PostgreSQL and a process
 * that has stopped reading; otherwise PostgreSQL waits for that process while it holds the lock that all claims need.
 */
const claim = `
  WITH RECURSIVE moment AS MATERIALIZED (SELECT clock_timestamp() AS at),
  under_way AS MATERIALIZED (SELECT url_hash, chain_id FROM delivery WHERE leased_until > ${NOW}),
  head AS MATERIALIZED (
    SELECT url_hash FROM delivery WHERE status = 'pending' AND next_attempt_at <= ${NOW}
    ORDER BY next_attempt_at LIMIT ${HEAD}),
  first AS MATERIALIZED (
    SELECT ${nextAddress('$3::bytea')} AS url_hash WHERE (SELECT count(*) FROM head) = ${HEAD}),
  walk (url_hash, step) AS (
    SELECT url_hash, 1 FROM first WHERE url_hash IS NOT NULL
    UNION ALL
    SELECT next.url_hash, step + 1 FROM walk CROSS JOIN LATERAL (SELECT ${nextAddress('walk.url_hash')} AS url_hash) next
    WHERE step < ${WALK} AND next.url_hash <> (SELECT url_hash FROM first)),
  address AS (
    SELECT a.url_hash, ${PER_ADDRESS} - (SELECT count(*) FROM under_way u WHERE u.url_hash = a.url_hash) AS free
    FROM (SELECT url_hash FROM head UNION SELECT url_hash FROM walk) a),
  candidate AS (
    SELECT due.*, row_number() OVER (PARTITION BY due.chain_id, address.url_hash ORDER BY due.next_attempt_at, due.id) AS place
    FROM address CROSS JOIN LATERAL (
      SELECT d.id, d.chain_id, d.next_attempt_at, known.failures,
             ${PAUSE_AFTER_FAILURES} - known.failures -
               (SELECT count(*) FROM under_way u WHERE u.chain_id = d.chain_id AND u.url_hash = d.url_hash) AS chances
      FROM delivery d CROSS JOIN LATERAL (
        SELECT COALESCE((SELECT s.failure_count FROM webhook_state s
                         WHERE s.chain_id = d.chain_id AND s.url_hash = d.url_hash
                           AND s.workspace_id = d.workspace_id), 0) AS failures) known
      WHERE d.status = 'pending' AND d.url_hash = address.url_hash AND d.next_attempt_at <= ${NOW}
        AND (d.leased_until IS NULL OR d.leased_until <= ${NOW})
        AND ${PAUSE_AFTER_FAILURES} > known.failures +
          (SELECT count(*) FROM under_way u WHERE u.chain_id = d.chain_id AND u.url_hash = d.url_hash)
        AND (known.failures = 0 OR NOT $2::boolean)
      ORDER BY d.next_attempt_at, d.id LIMIT greatest(0, address.free)) due),
  picked AS MATERIALIZED (
    SELECT id FROM delivery WHERE id = ANY (ARRAY(
      SELECT id FROM candidate WHERE place <= chances
      ORDER BY failures > 0, next_attempt_at, id LIMIT $1::int))
    -- Reads the row once more as it is when it is locked: it may have been cancelled in between, which its lock holder finds
    -- out when it writes.
    AND status = 'pending' AND next_attempt_at <= ${NOW} AND (leased_until IS NULL OR leased_until <= ${NOW})
    FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE delivery d
  SET leased_until = clock_timestamp() + interval '${LEASE_SECONDS} seconds', lease_count = d.lease_count + 1
  FROM picked
  WHERE d.id = picked.id
  RETURNING d.id, d.workspace_id AS "workspaceId", d.review_id AS "reviewId", d.chain_id AS "chainId",
    d.url_hash AS "urlHash", d.attempt_count AS "attemptCount", d.lease_count AS "leaseCount",
    d.leased_until AS "leasedUntil"`;

/** Returns in how many milliseconds the next retry is due or the next lease ends; null when neither is planned. */
const next = `
  SELECT extract(epoch FROM min(at) - clock_timestamp())::float8 * 1000 AS "nextMs" FROM (
    SELECT min(next_attempt_at) AS at FROM delivery, (SELECT clock_timestamp() AS at) moment
    WHERE status = 'pending' AND next_attempt_at > moment.at
    UNION ALL
    SELECT min(leased_until) FROM delivery, (SELECT clock_timestamp() AS at) moment
    WHERE leased_until > moment.at) coming`;

/** The statements to prepare. Both are long, and planning them costs ten times what running them does. */
export const claimPlans = [
  { name: 'claim_deliveries', text: claim },
  { name: 'next_delivery', text: next },
];

/** What the exchanges of the deliveries `$1` need. */
export const contents = {
  name: 'delivery_contents',
  text: `
    SELECT d.id, d.url, d.body, r.review_token AS "reviewToken"
    FROM delivery d JOIN review r ON r.id = d.review_id AND r.workspace_id = d.workspace_id WHERE d.id = ANY ($1)`,
};

/**
 * Returns the statements of one claim. The lock is a statement of its own before the claim, because a statement's
 * snapshot is taken when it begins.
 */
export function claimStatements({ most, onlySound, from }: ClaimLimits): string[] {
  const start = Buffer.from(from).toString('hex');
  return [
    settings,
    lock,
    `EXECUTE claim_deliveries (${Math.trunc(most)}, ${onlySound === true}, '\\x${start}')`,
    'EXECUTE next_delivery',
  ];
}
