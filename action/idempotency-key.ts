import { createHash } from 'node:crypto';

/**
 * Returns the key of a creation. When an attempt of a run sends the same request twice, it gets the same review and
 * spends credits once. Jobs or steps of one attempt that send different requests under one name get different keys,
 * because the service accepts a key for one request only. Later attempts find the pass by its reference and commit.
 */
export function idempotencyKey(parts: {
  runId: string;
  attempt: string;
  /** Contains the review's name. */
  reference: string;
  revision: string;
  /**
   * This commit's earlier pass when it ended without a decision (failed, cancelled or expired), so a new one must be
   * made.
   */
  after: string | null;
}): string {
  const { runId, attempt, reference, revision, after } = parts;
  const digest = createHash('sha256')
    .update(JSON.stringify([runId, attempt, reference, revision, after]))
    .digest('hex');
  return `github-run-${runId}-${digest.slice(0, 40)}`;
}
