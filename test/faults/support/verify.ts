import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { createClient } from '../../../server/contract/client.ts';
import { type Ground, until } from './ground.ts';
import type { Load } from './load.ts';

export interface Verdict {
  acknowledged: number;
  missing: string[];
  decisions: number;
  lostDecisions: string[];
  duplicates: number;
  changedIds: string[];
  wrongCredits: string[];
  doubledKeys: string[];
  brokenFiles: string[];
  stuck: number;
  documents: string[];
  leaks: string[];
}

/** Everything that must be empty or nought. */
export const faultsOf = (verdict: Verdict): Record<string, unknown> => {
  const { acknowledged: _, decisions: __, duplicates: ___, ...faults } = verdict;
  return Object.fromEntries(
    Object.entries(faults).filter(([, found]) => (Array.isArray(found) ? found.length : found)),
  );
};

async function brokenFile(file: string): Promise<boolean> {
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null || bytes.length === 0) return true;
  if (!/\.(png|jpe?g|webp)$/.test(file)) return false;
  return sharp(bytes, { failOn: 'error' })
    .stats()
    .then(
      () => false,
      () => true,
    );
}

/** Holds what was acknowledged against what is there, once the service has come to rest. */
export async function verify(ground: Ground, load: Load): Promise<Verdict> {
  const { acknowledged } = load;
  const db = new pg.Client({ connectionString: ground.databaseUrl });
  await db.connect();
  try {
    const rows = async (sql: string): Promise<Record<string, string>[]> => (await db.query(sql)).rows;
    const count = async (sql: string): Promise<number> => Number((await rows(sql))[0]?.count);
    const preparing = "SELECT count(*) FROM review WHERE status = 'preparing'";
    const pending = "SELECT count(*) FROM delivery WHERE status = 'pending'";
    await until(async () => (await count(preparing)) + (await count(pending)) === 0, 'all work has ended').catch(
      () => {},
    );

    const missing: string[] = [];
    const reviews = new Set((await rows('SELECT id FROM review')).map(({ id }) => id));
    for (const { id } of acknowledged.reviews) if (!reviews.has(id)) missing.push(`review ${id}`);
    const marks = await rows(
      'SELECT r.id, m.number, m.client_mark_id, m.body, m.note FROM mark m JOIN review r USING (chain_id)',
    );
    const placed = new Map(marks.map((each) => [each.client_mark_id, each]));
    for (const each of acknowledged.marks)
      if (placed.get(each.clientMarkId)?.body !== each.body) missing.push(`mark of ${each.reviewId}`);
    const noted = new Set(marks.map(({ id, number, note }) => `${id} ${number} ${note}`));
    for (const { reviewId, markId, note } of acknowledged.resolutions)
      if (!noted.has(`${reviewId} ${markId} ${note}`)) missing.push(`resolution in ${reviewId}`);
    const decisions = await rows('SELECT review_id, number, outcome FROM decision');
    const decided = new Set(decisions.map((each) => `${each.review_id} ${each.number} ${each.outcome}`));
    for (const each of acknowledged.decisions)
      if (!decided.has(`${each.reviewId} ${each.number} ${each.outcome}`)) missing.push(`decision ${each.reviewId}`);

    // Every decision there is, heard or not by its maker, reached the receiver under its one id.
    const ids = new Map<string, Set<string>>();
    for (const { reviewId, delivery } of ground.received)
      ids.set(reviewId, (ids.get(reviewId) ?? new Set()).add(delivery));
    const deliveries = await rows('SELECT id, review_id FROM delivery');
    const known = new Map(deliveries.map((each) => [each.review_id ?? '', each.id ?? '']));
    const lostDecisions = decisions
      .map((each) => each.review_id ?? '')
      .filter((id) => !ids.get(id)?.has(known.get(id) ?? ''));
    const changedIds = [...ids].filter(([, of]) => of.size > 1).map(([id]) => id);

    const credits = await rows(
      `SELECT w.id, coalesce((SELECT sum(spent) FROM credit_month c WHERE c.workspace_id = w.id), 0) AS spent,
              coalesce((SELECT sum(credits_spent) FROM review r WHERE r.workspace_id = w.id AND NOT credits_returned), 0)
                AS owed FROM workspace w`,
    );
    const wrongCredits = credits.filter(({ spent, owed }) => spent !== owed).map(({ id }) => String(id));
    const keys = await rows('SELECT workspace_id, count(*) FROM idempotency_key GROUP BY 1');
    const made = new Map(
      (await rows('SELECT workspace_id, count(*) FROM review GROUP BY 1')).map((each) => [
        each.workspace_id,
        each.count,
      ]),
    );
    const doubledKeys = keys
      .filter((each) => made.get(each.workspace_id) !== each.count)
      .map((each) => `in ${each.workspace_id}`);
    // The same key asked again, through the service itself.
    for (const each of acknowledged.reviews.slice(-20)) {
      const client = createClient({ baseUrl: ground.url, bearer: each.token });
      const again = await client.call('create_review', each.input, { idempotencyKey: each.key });
      if (again.id !== each.id) doubledKeys.push(each.id);
    }

    const shots = await rows(
      'SELECT storage_key AS key FROM shot UNION ALL SELECT diff_key FROM shot WHERE diff_key IS NOT NULL UNION ALL SELECT elements_key FROM shot WHERE elements_key IS NOT NULL',
    );
    const folder = join(ground.dataDir, 'shots');
    const brokenFiles: string[] = [];
    for (const { key } of shots) if (await brokenFile(join(folder, key ?? ''))) brokenFiles.push(key ?? '');
    const files = await readdir(folder, { recursive: true }).catch(() => []);
    const waiting = await rows('SELECT file_key AS key FROM shot_request WHERE file_key IS NOT NULL');
    const documents = [...waiting.map(({ key }) => String(key)), ...files.filter((name) => name.endsWith('.pdf'))];
    return {
      acknowledged: load.count(),
      missing,
      decisions: decisions.length,
      lostDecisions,
      duplicates: ground.received.length - [...ids.values()].reduce((sum, of) => sum + of.size, 0),
      changedIds,
      wrongCredits,
      doubledKeys,
      brokenFiles,
      stuck: await count(preparing),
      documents,
      leaks: load.leaks,
    };
  } finally {
    await db.end();
  }
}

/** One line for people. */
export const inWords = (verdict: Verdict): string =>
  `${verdict.acknowledged} acknowledged writes, ${verdict.missing.length} missing; ${verdict.decisions} decisions, ` +
  `${verdict.lostDecisions.length} lost, ${verdict.duplicates} duplicates (${verdict.changedIds.length} with another id); ` +
  `${verdict.wrongCredits.length} workspaces with wrong credits; ${verdict.doubledKeys.length} keys doubled; ` +
  `${verdict.brokenFiles.length} rows without their file; ${verdict.stuck} stuck; ${verdict.documents.length} documents left`;
