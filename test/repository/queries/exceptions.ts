/**
 * The lookups by a secret, which says of nobody's workspace: plain reads of one row of one table, without a lock. What
 * comes after them names the workspace that they found. `by`: the column, of which every row's value is another.
 */
export const lookups = [
  { table: 'access_token', by: 'hash', why: 'A bearer token: whose it is.' },
  { table: 'refresh_token', by: 'hash', why: 'A refresh token: of which connection it is.' },
  { table: 'review', by: 'review_token_hash', why: 'A review’s link.' },
  { table: 'review', by: 'guest_token_hash', why: 'A guest’s link.' },
  { table: 'shot', by: 'capability', why: 'The address of a picture.' },
  { table: 'mark', by: 'after_image_capability', why: 'The address of a copy of what a fixer showed.' },
  { table: 'upload', by: 'secret_hash', why: 'The address that a file is sent to.' },
] as const;

export interface Exception {
  /**
   * `sweep`: work that is looked for wherever it is. `bookkeeping`: numbers about the whole installation. Both belong to
   * no request, and what they find is worked on workspace by workspace.
   */
  kind: 'sweep' | 'bookkeeping';
  /** What the statement holds, its white space made single spaces. */
  has: RegExp;
  why: string;
}

export const exceptions: readonly Exception[] = [
  {
    kind: 'sweep',
    has: /AS WITH RECURSIVE moment AS .* UPDATE delivery d SET leased_until/,
    why: 'Which deliveries are due is asked for all addresses at once, so that each has the same right.',
  },
  {
    kind: 'sweep',
    has: /AS SELECT extract\(epoch FROM min\(at\) .* FROM delivery/,
    why: 'When the next delivery is due, whosever it is.',
  },
  { kind: 'sweep', has: /^SELECT d\.id, d\.url, d\.body, r\.review_token/, why: 'What the claimed deliveries send.' },
  {
    kind: 'sweep',
    has: /^UPDATE delivery SET leased_until = NULL, lease_count = greatest/,
    why: 'A process that ends gives back what it claimed, all at once: it has little time.',
  },
  {
    kind: 'sweep',
    has: /FROM "public"\."shot_request" AS "t0" WHERE \("t0"\."status" <> \$1 AND "t0"\."file_key" IS NOT NULL\)/,
    why: 'Documents that a process left behind.',
  },
  {
    kind: 'sweep',
    has: /^SELECT DISTINCT m\.workspace_id .*m\.after_image_capability IS NOT NULL/,
    why: 'Old copies.',
  },
  { kind: 'sweep', has: /^SELECT r\.id, r\.workspace_id .* r\.expires_at < \$1/, why: 'Shots past keeping.' },
  { kind: 'sweep', has: /^DELETE FROM upload WHERE id IN/, why: 'Uploads whose hour is over.' },
  { kind: 'sweep', has: /^DELETE FROM access_token WHERE hash IN/, why: 'Dead tokens.' },
  { kind: 'sweep', has: /^DELETE FROM refresh_token WHERE hash IN/, why: 'Dead refresh tokens.' },
  { kind: 'sweep', has: /^UPDATE refresh_token SET successor = NULL WHERE hash IN/, why: 'Answers past repeating.' },
  { kind: 'sweep', has: /^WITH old AS .* DELETE FROM connection WHERE id IN/, why: 'Connections nobody can use.' },
  { kind: 'sweep', has: /^DELETE FROM oauth_client WHERE id IN/, why: 'Clients without a living connection anywhere.' },
  {
    kind: 'sweep',
    has: /FROM "public"\."(mark|shot|shot_request|upload)" AS "t0" WHERE \("t0"\."workspace_id" IN \(\$1,\$2\)/,
    why: 'Whose files lie in the storage, a few workspaces at a time.',
  },
  {
    kind: 'sweep',
    has: /FROM "public"\."workspace" AS "t0" WHERE "t0"\."id" IN \(\$1,\$2\)/,
    why: 'Which of the workspaces whose files lie in the storage there are.',
  },
  {
    kind: 'sweep',
    has: /^SELECT w\.id AS "reviewId", md5/,
    why: 'What a process shows live is looked at together, each review within its own workspace.',
  },
  { kind: 'bookkeeping', has: /AS "oldestDelivery"/, why: 'How long work has waited: for the alarm on it.' },
  { kind: 'bookkeeping', has: /AS "pendingDeliveries"/, why: 'How much work waits: metrics.' },
  {
    kind: 'bookkeeping',
    has: /^SELECT status, count\(\*\)::int AS count FROM \(SELECT status FROM review/,
    why: 'Metrics.',
  },
];
