import * as z from 'zod/mini';
import type { Review } from '../../server/contract/review.ts';

/** One named review in the pull request's comment. The comment carries its rows as data, so that jobs can merge. */
export const Row = z.object({
  name: z.string(),
  id: z.string(),
  url: z.string(),
  /** Whether the address asks people to sign in first. */
  signIn: z.optional(z.boolean()),
  thumbnail: z.nullable(z.string()),
  status: z.string(),
  pass: z.number(),
  revision: z.string(),
  shots: z.object({ all: z.number(), changed: z.number(), added: z.number(), failed: z.number() }),
  toVerify: z.number(),
  outstanding: z.number(),
  /** Milliseconds since 1970: of two rows of one name the later counts. */
  written: z.number(),
});
export type Row = z.output<typeof Row>;

export function rowOf(
  review: Review,
  name: string,
  options: {
    pictures: boolean;
    now: number;
    /** Where people get to the review. */
    link: { url: string; signIn: boolean };
    /** Shots that were not even sent. */
    failed: number;
  },
): Row {
  const kinds = review.screenshots.map((shot) => shot.change?.kind ?? null);
  const shown = review.screenshots[Math.max(0, kinds.indexOf('changed'))];
  return {
    name,
    id: review.id,
    url: options.link.url,
    ...(options.link.signIn ? { signIn: true } : {}),
    thumbnail: options.pictures ? (shown?.thumbnail_url ?? null) : null,
    status: review.status,
    pass: review.pass,
    revision: review.revision ?? '',
    shots: {
      all: kinds.length,
      changed: kinds.filter((kind) => kind === 'changed').length,
      added: kinds.filter((kind) => kind === 'new').length,
      failed: review.problems.length + options.failed,
    },
    toVerify: review.marks_awaiting_verification,
    outstanding: review.outstanding_marks,
    written: options.now,
  };
}

/** Rows of all comments and the job's own, one a name, in the order of the names. */
export function mergeRows(...lists: Row[][]): Row[] {
  const newest = new Map<string, Row>();
  for (const row of lists.flat()) {
    const known = newest.get(row.name);
    if (known === undefined || row.written >= known.written) newest.set(row.name, row);
  }
  return [...newest.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const data = /<!-- sightline-rows:([A-Za-z0-9+/=]*) -->/;

/** Base64, so that nothing in a name can end the comment it is hidden in. */
export function encodeRows(rows: Row[]): string {
  return `<!-- sightline-rows:${Buffer.from(JSON.stringify(rows)).toString('base64')} -->`;
}

/** The rows a comment carries; none when somebody edited them away. */
export function decodeRows(body: string): Row[] {
  const encoded = data.exec(body)?.[1];
  if (encoded === undefined) return [];
  try {
    return z.array(Row).parse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')));
  } catch {
    return [];
  }
}
