import { createHash } from 'node:crypto';

/**
 * Key of a creation. An attempt of a run that sends the same twice gets the same review and spends nothing twice; two of
 * its jobs or steps that send different things under one name get different keys, since the service takes a key for one
 * request only. Later attempts find the pass by its reference and commit.
 */
export function idempotencyKey(parts: {
  runId: string;
  attempt: string;
  /** Holds the review's name. */
  reference: string;
  revision: string;
  /** This commit's earlier pass when it ended without a decision (failed, cancelled or expired): then there must be a new one. */
  after: string | null;
}): string {
  const { runId, attempt, reference, revision, after } = parts;
  const digest = createHash('sha256')
    .update(JSON.stringify([runId, attempt, reference, revision, after]))
    .digest('hex');
  return `github-run-${runId}-${digest.slice(0, 40)}`;
}
