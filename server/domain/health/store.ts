import type { Reader, Tx } from '../../db/client.ts';
import { MAX_COUNTED, SMALL_TABLE, WORKER_ALIVE_SECONDS, WORKER_FORGOTTEN_SECONDS } from './rules.ts';

/** Whether any worker is alive, and how many seconds the oldest waiting work has waited, by the database's clock. */
export interface Waiting {
  workers: number;
  /** Seconds since the oldest due delivery became due. A retry planned for later is not due. 0 for none */
  oldestDelivery: number;
  /** Seconds since the oldest awaited screenshot was requested. 0 for none */
  oldestCapture: number;
}

/** Reads the start of three indexes; the table of workers has one row for each worker. */
export async function readWaiting(reader: Reader): Promise<Waiting> {
  const [row] = await reader.read<Waiting>(`
    SELECT (SELECT count(*)::int FROM worker_heartbeat
            WHERE beat_at > clock_timestamp() - make_interval(secs => ${WORKER_ALIVE_SECONDS}::int)) AS workers,
           (SELECT greatest(0, COALESCE(extract(epoch FROM clock_timestamp() - min(next_attempt_at)), 0))::float8
            FROM delivery WHERE status = 'pending') AS "oldestDelivery",
           (SELECT greatest(0, COALESCE(extract(epoch FROM clock_timestamp() - min(created_at)), 0))::float8
            FROM shot_request WHERE status = 'waiting') AS "oldestCapture"`);
  return row ?? { workers: 0, oldestDelivery: 0, oldestCapture: 0 };
}

/** Throws unless the queue's tables exist and can be read. */
export async function readQueue(reader: Reader): Promise<void> {
  await reader.read(`SELECT 1 FROM sightline_queue.queue, sightline_queue.job LIMIT 0`);
}

export interface Counts {
  pendingDeliveries: number;
  heldDeliveries: number;
  pendingCaptures: number;
  pausedWebhooks: number;
}

/** Counts waiting work from index entries, never rows of finished work, and at most `MAX_COUNTED` of each kind. */
export async function readCounts(reader: Reader): Promise<Counts> {
  const [row] = await reader.read<Counts>(`
    SELECT (SELECT count(*)::int FROM (
              SELECT 1 FROM delivery WHERE status = 'pending' LIMIT ${MAX_COUNTED}::int) q) AS "pendingDeliveries",
           (SELECT count(*)::int FROM (
              SELECT 1 FROM delivery WHERE status = 'held' LIMIT ${MAX_COUNTED}::int) q) AS "heldDeliveries",
           (SELECT count(*)::int FROM (
              SELECT 1 FROM shot_request WHERE status = 'waiting' LIMIT ${MAX_COUNTED}::int) q) AS "pendingCaptures",
           (SELECT count(*)::int FROM (
              SELECT 1 FROM webhook_state WHERE paused LIMIT ${MAX_COUNTED}::int) q) AS "pausedWebhooks"`);
  return row ?? { pendingDeliveries: 0, heldDeliveries: 0, pendingCaptures: 0, pausedWebhooks: 0 };
}

export interface StatusCount {
  status: string;
  count: number;
}

/**
 * Returns the number of reviews by stored status, without baselines. Small tables are counted; for others it is the
 * estimate of the table's statistics, which PostgreSQL updates by itself.
 */
export async function readReviews(reader: Reader): Promise<StatusCount[]> {
  const counted = await reader.read<StatusCount & { rows: number }>(`
    SELECT status, count(*) FILTER (WHERE NOT is_baseline)::int AS count, count(*)::int AS rows
    FROM (SELECT status, is_baseline FROM review LIMIT ${SMALL_TABLE + 1}::int) r
    GROUP BY status ORDER BY status`);
  if (counted.reduce((sum, { rows }) => sum + rows, 0) <= SMALL_TABLE)
    return counted.flatMap(({ status, count }) => (count > 0 ? [{ status, count }] : []));
  return reader.read(`
    SELECT v.status, round(v.share * greatest(c.reltuples, 0))::int AS count
    FROM pg_class c
    JOIN pg_stats_ext s ON s.statistics_schemaname = current_schema() AND s.statistics_name = 'review_statuses',
         LATERAL (
           SELECT s.most_common_vals[i][array_position(s.attnames, 'status')] AS status,
                  s.most_common_vals[i][array_position(s.attnames, 'is_baseline')]::boolean AS is_baseline,
                  s.most_common_freqs[i] AS share
           FROM generate_subscripts(s.most_common_freqs, 1) AS i) v
    WHERE c.oid = to_regclass('review') AND NOT v.is_baseline ORDER BY v.status`);
}

export async function beat(tx: Tx, id: string): Promise<void> {
  await tx.$executeRaw`
    WITH forgotten AS (
      DELETE FROM worker_heartbeat
      WHERE id <> ${id} AND beat_at < clock_timestamp() - make_interval(secs => ${WORKER_FORGOTTEN_SECONDS}::int))
    INSERT INTO worker_heartbeat (id, beat_at) VALUES (${id}, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET beat_at = EXCLUDED.beat_at`;
}

export async function endBeat(tx: Tx, id: string): Promise<void> {
  await tx.workerHeartbeat.deleteMany({ where: { id } });
}
