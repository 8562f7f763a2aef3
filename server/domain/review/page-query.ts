import type { ReviewStatus } from '../../contract/review.ts';
import { invalid } from '../failure.ts';

/** Removes the differences in case, accents and width that a search ignores. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the text of a review that a search looks through. It is stored with the review, which keeps these fields. */
export const searchTextOf = (row: { title: string; reference?: string | null; revision?: string | null }): string =>
  fold([row.title, row.reference, row.revision].filter((part) => part != null).join('\n'));

/** Returns a pattern of SQL's LIKE for each word of a search. */
export const patternsOf = (search: string): string[] =>
  fold(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);

/** A string that sorts above every id. */
export const TOP = 'Z'.repeat(26);

/** Which reviews a page lists, newest first. */
export interface PageQuery {
  workspaceId: string;
  size: number;
  reference?: string | undefined;
  search?: string | undefined;
  status?: ReviewStatus | undefined;
  /** Only the newest pass of each chain; what `search` and `webhook` look for may be in an earlier one. */
  passes?: 'newest' | undefined;
  /** Only the passes of this review's chain. */
  passesOf?: string | undefined;
  webhook?: 'paused' | undefined;
  /** Where the page before ended. */
  after?: PageEnd | undefined;
}

interface PageEnd {
  /** The last review listed */
  id: string;
  /** The newest review when the first page of a list of chains was read: a later pass moves no chain between pages. */
  newest?: string | undefined;
}

const refuseCursor = () => invalid('cursor', '`cursor` must be `next_cursor` of the page before, unchanged.');

/** Checks a cursor, which is the id of the last review seen. @throws DomainError `invalid_request` for anything else */
export function checkCursor(cursor: string | undefined): void {
  if (cursor !== undefined && !/^[0-9A-HJKMNP-TV-Z]{26}$/.test(cursor)) throw refuseCursor();
}

/** Returns where the page before ended. @throws DomainError `invalid_request` for anything but a `next_cursor` */
export function readCursor(cursor: string | undefined): PageEnd | undefined {
  const [id, newest, ...more] = cursor?.split('-') ?? [];
  if (id === undefined) return undefined;
  if (more.length > 0) throw refuseCursor();
  checkCursor(id);
  checkCursor(newest);
  return { id, newest };
}

export const toCursor = ({ id, newest }: PageEnd): string => (newest === undefined ? id : `${id}-${newest}`);

/** A condition on the rows of `review`, with one value or none, which `?` stands for. */
interface Condition {
  name: string;
  sql: string;
  value?: unknown;
}

/** `expired` is not stored: it follows from the clock. */
function conditionsOfStatus(status: ReviewStatus, now: Date): Condition[] {
  if (status === 'expired') {
    return [{ name: 'expired', sql: `status IN ('open', 'preparing') AND expires_at <= ?`, value: now }];
  }
  const stored = { name: 'status', sql: 'status = ?::review_status', value: status };
  const isUndecided = status === 'open' || status === 'preparing';
  return isUndecided ? [stored, { name: 'live', sql: 'expires_at > ?', value: now }] : [stored];
}

function conditionsOf(query: PageQuery, now: Date): Condition[] {
  const { reference, search, status, passes, passesOf, webhook, after } = query;
  const isNewest = passes === 'newest';
  const patterns = patternsOf(search ?? '');
  const found = 'search_text LIKE ALL (?::text[])';
  const inChain = (where: string): string =>
    isNewest ? `chain_id IN (SELECT s.chain_id FROM review s WHERE s.workspace_id = $1 AND s.${where})` : where;
  return [
    ...(reference === undefined ? [] : [{ name: 'ref', sql: 'reference = ?', value: reference }]),
    ...(patterns.length === 0 ? [] : [{ name: 'search', sql: inChain(found), value: patterns }]),
    ...(status === undefined ? [] : conditionsOfStatus(status, now)),
    ...(passesOf === undefined
      ? []
      : [
          {
            name: 'chain',
            sql: 'chain_id = (SELECT s.chain_id FROM review s WHERE s.workspace_id = $1 AND s.id = ?)',
            value: passesOf,
          },
        ]),
    ...(webhook === undefined
      ? []
      : [
          {
            name: 'paused',
            sql: `EXISTS (SELECT 1 FROM webhook_state w WHERE w.workspace_id = $1 AND w.chain_id = review.chain_id
                  AND w.paused ${isNewest ? '' : 'AND w.url_hash = review.webhook_url_hash'})`,
          },
        ]),
    ...(isNewest
      ? [
          {
            name: 'newest',
            sql: `id <= ? AND NOT EXISTS (SELECT 1 FROM review n WHERE n.workspace_id = $1
                  AND n.chain_id = review.chain_id AND n.id > review.id AND n.id <= ?)`,
            value: after?.newest ?? TOP,
          },
        ]
      : []),
  ];
}

/**
 * Returns the rows of a page in SQL, with its values; `name` is another one for each text, and leaves room for a suffix
 * within the 63 bytes by which PostgreSQL knows a statement.
 */
export function rowsOfPage(query: PageQuery, now: Date): { name: string; rows: string; values: unknown[] } {
  const { size } = query;
  const values: unknown[] = [query.workspaceId, query.after?.id ?? TOP];
  const conditions = conditionsOf(query, now).map(({ name, sql, value }) => {
    if (value === undefined) return { name, sql };
    values.push(value);
    return { name, sql: sql.replaceAll('?', `$${values.length}`) };
  });
  const where = ['workspace_id = $1', 'id < $2', 'NOT is_baseline', ...conditions.map(({ sql }) => sql)];
  return {
    name: [`page_${size}`, ...conditions.map(({ name }) => name)].join('_'),
    // In the text: a plan for all values of a limit expects a tenth of the workspace.
    rows: `SELECT *, xmin, ctid FROM review WHERE ${where.join(' AND ')} ORDER BY id DESC LIMIT ${size}`,
    values,
  };
}
