import { LEASE_SECONDS, PAUSE_AFTER_FAILURES, PER_ADDRESS } from './rules.ts';

/** So many due deliveries are looked at by age; are there more, the addresses are walked through one by one. */
const HEAD = 256;
/** So many addresses at most; from where the walk begins, the next ones. */
const WALK = 1_000;

export interface ClaimLimits {
  /** How many deliveries at most. */
  most: number;
  /** Leaves out addresses whose last attempt for this chain failed. */
  onlySound: boolean;
  /** Where the walk through the addresses begins: any bytes. */
  from: Uint8Array;
}

/** A claim takes this lock: what one claim counted, no other changes before it is written. */
const lock = 'SELECT pg_advisory_xact_lock(72707371)';
/**
 * Left to choose, PostgreSQL plans the claim anew each time, for the sake of values that change nothing. A plan that is
 * kept must suit the table as it will be: one made when it is almost empty would read it from end to end. Nobody waits
 * for the disk: a lease that PostgreSQL forgets as it dies is claimed again, and sent once more under the same id.
 */
const settings = `SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true), set_config('synchronous_commit', 'off', true)`;

// `clock_timestamp()` in a query of its own is asked once, so that an index can be searched by it.
const NOW = '(SELECT at FROM moment)';

/** The first address after that of `walk`, or the first of all. */
const nextAddress = (after: string): string => `COALESCE(
      (SELECT url_hash FROM delivery WHERE status = 'pending' AND url_hash > ${after} ORDER BY url_hash LIMIT 1),
      (SELECT url_hash FROM delivery WHERE status = 'pending' ORDER BY url_hash LIMIT 1))`;

/**
 * Leases due deliveries. Every address has the same right, however many deliveries wait for it: of each as many are
 * taken as it has places free, the oldest first, and of all these those of sound addresses before those whose last
 * attempt failed. The cost is the same with ten deliveries pending as with a hundred thousand.
 *
 * Of one chain and address no more are under way than failures are left before the pause: each of them may fail.
 *
 * The contents are not part of the answer, see `contents`: it must fit what lies between PostgreSQL and a process that
 * no longer reads, or PostgreSQL waits for that one with everybody's lock held.
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

/** In how many milliseconds a retry is due or a lease ends; null when nothing of the kind is planned. */
const next = `
  SELECT extract(epoch FROM min(at) - clock_timestamp())::float8 * 1000 AS "nextMs" FROM (
    SELECT min(next_attempt_at) AS at FROM delivery, (SELECT clock_timestamp() AS at) moment
    WHERE status = 'pending' AND next_attempt_at > moment.at
    UNION ALL
    SELECT min(leased_until) FROM delivery, (SELECT clock_timestamp() AS at) moment
    WHERE leased_until > moment.at) coming`;

/** Both are long and their planning costs ten times what they do. */
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

/** The lock must be taken by a statement before: what a statement sees is settled when it begins. */
export function claimStatements({ most, onlySound, from }: ClaimLimits): string[] {
  const start = Buffer.from(from).toString('hex');
  return [
    settings,
    lock,
    `EXECUTE claim_deliveries (${Math.trunc(most)}, ${onlySound === true}, '\\x${start}')`,
    'EXECUTE next_delivery',
  ];
}
