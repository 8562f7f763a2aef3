import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import { describeDifferences } from '../../app/render/base.ts';
import { type CommentRow, renderComment } from '../../app/render/comment.ts';
import { readFacts } from '../../app/render/facts.ts';
import { type Status, statusText } from '../../app/render/status.ts';
import type { Review } from '../../server/contract/review.ts';

/**
 * One named review in the pull request's comment. The comment carries its rows as data, so that jobs can merge them.
 */
const Row = z.object({
  name: z.string(),
  id: z.string(),
  url: z.string(),
  /** Whether the address asks people to sign in first. */
  signIn: z.optional(z.boolean()),
  /** Whether everybody could read it when it was written. */
  isPublic: z.optional(z.boolean()),
  thumbnail: z.nullable(z.string()),
  status: z.custom<Status>((value) => typeof value === 'string' && Object.hasOwn(statusText, value)),
  pass: z.number(),
  revision: z.string(),
  shots: z.object({
    ...{ all: z.number(), changed: z.number(), added: z.number(), identical: z.number(), failed: z.number() },
    removed: z.optional(z.number()),
  }),
  toVerify: z.number(),
  outstanding: z.number(),
  /** Why it needs no decision, in words. */
  settled: z.optional(z.string()),
  /** How it differs from its base, in words. */
  differences: z.optional(z.string()),
  /** Milliseconds since 1970. Of two rows of one name the later one counts. */
  written: z.number(),
});
export type Row = z.output<typeof Row>;

export interface RowOptions {
  /** Whether screenshots may be shown on GitHub. */
  showsImages: boolean;
  now: number;
  link: { url: string; signIn: boolean };
  isPublic: boolean;
  /** How many screenshots the runner could not take, and so did not send. */
  failed: number;
  /** Why it needs no decision, in words; null when a person decides. */
  settled: string | null;
}

export function rowOf(review: Review, name: string, options: RowOptions): Row {
  const { shots, changes, base, failed, ...facts } = readFacts(review);
  return {
    name,
    id: review.id,
    url: options.link.url,
    ...(options.link.signIn ? { signIn: true } : {}),
    ...(options.isPublic ? { isPublic: true } : {}),
    thumbnail: options.showsImages ? facts.thumbnail : null,
    status: review.status,
    pass: review.pass,
    revision: review.revision ?? '',
    shots: {
      all: shots,
      changed: changes?.changed ?? 0,
      added: changes?.new ?? 0,
      identical: changes?.identical ?? 0,
      failed: failed + options.failed,
      ...(changes?.removed === undefined ? {} : { removed: changes.removed }),
    },
    toVerify: facts.awaitingVerification,
    outstanding: facts.outstanding,
    ...(options.settled === null ? {} : { settled: options.settled }),
    ...(base == null ? {} : { differences: describeDifferences(base) }),
    written: options.now,
  };
}

/** Converts a row to what the comment shows of it, on a pull request with the head commit `head`. */
export function toCommentRow(row: Row, head: string): CommentRow {
  const { all: shots, changed, added, failed, identical, removed } = row.shots;
  return {
    name: row.name,
    status: row.status,
    facts: {
      pass: row.pass,
      shots,
      failed,
      changes:
        row.pass === 1 ? null : { changed, new: added, identical, ...(removed === undefined ? {} : { removed }) },
      outstanding: row.outstanding,
      awaitingVerification: row.toVerify,
      ...{ base: null, asked: [], digest: null, decision: null, thumbnail: row.thumbnail },
    },
    olderCommit: row.revision === head ? null : row.revision,
    link: { url: row.url, signIn: row.signIn === true },
    settled: row.settled,
    differences: row.differences,
  };
}

/** Renders the pull request's comment, with its rows as hidden data. */
export const renderRows = (rows: readonly Row[], head: string): string =>
  renderComment(
    rows.map((row) => toCommentRow(row, head)),
    {},
    encodeRows(rows),
  );

/** Merges the rows of all comments and the job's own, one for each name, in the order of the names. */
export function mergeRows(...lists: Row[][]): Row[] {
  const newest = new Map<string, Row>();
  for (const row of lists.flat()) {
    const known = newest.get(row.name);
    if (known === undefined || row.written >= known.written) newest.set(row.name, row);
  }
  return [...newest.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const data = /<!-- sightline-rows(-deflated)?:([A-Za-z0-9+/=]*) -->/;
/** A comment holds 65,536 characters. Longer rows are deflated. */
const MAX_PLAIN_LENGTH = 30_000;

/** Encodes rows as base64, so that no name can end the HTML comment that hides them. */
function encodeRows(rows: readonly Row[]): string {
  const plain = Buffer.from(JSON.stringify(rows));
  const encoded = plain.toString('base64');
  if (encoded.length <= MAX_PLAIN_LENGTH) return `<!-- sightline-rows:${encoded} -->`;
  return `<!-- sightline-rows-deflated:${deflateRawSync(plain).toString('base64')} -->`;
}

/** Decodes the rows of a comment; none when somebody has edited them away. */
export function decodeRows(body: string): Row[] {
  const [, deflated, encoded = ''] = data.exec(body) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  try {
    return z.array(Row).parse(JSON.parse((deflated === undefined ? bytes : inflateRawSync(bytes)).toString('utf8')));
  } catch {
    return [];
  }
}
