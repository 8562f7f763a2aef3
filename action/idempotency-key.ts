import { createHash } from 'node:crypto';

/**
 * Key of a creation: the same run that sends the same things gets the same review and spends nothing twice.
 * `attempt` is given only when this run's earlier review is dead (failed, cancelled or expired): then the next
 * attempt must get a new one.
 */
export function idempotencyKey(parts: {
  runId: string;
  attempt: string | null;
  /** What is sent at creation; the review's name is in its reference. */
  body: unknown;
  /** What is added afterwards: labels or page addresses. */
  further: unknown;
}): string {
  const { runId, attempt, body, further } = parts;
  const digest = createHash('sha256')
    .update(JSON.stringify([runId, attempt, body, further]))
    .digest('hex');
  return `github-run-${runId}-${digest.slice(0, 40)}`;
}
