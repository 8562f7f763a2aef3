import { dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import sharp from 'sharp';
import { createClient, ServiceError } from '../../../server/contract/client.ts';
import type { Ports, Storage } from '../../../server/domain/ports.ts';
import { cleanUpShots } from '../../../server/domain/retention/clean-up-shots.ts';
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
  /** The number of second passes, and those that lost a mark or the comparison of their screenshot. */
  passes: number;
  wrongPasses: string[];
  /** The number of files named by rows, and those that are missing or damaged. */
  files: number;
  brokenFiles: string[];
  stuck: number;
  unendedShots: number;
  documents: string[];
  /** Files that no row names: the number that processes left behind, and those that the sweep did not remove. */
  swept: number;
  orphans: string[];
  leaks: string[];
  unfit: string[];
  unexpected: string[];
}

/** Returns everything that must be empty or zero. */
export const faultsOf = (verdict: Verdict): Record<string, unknown> => {
  const {
    acknowledged: _,
    decisions: __,
    duplicates: ___,
    passes: ____,
    files: _____,
    swept: ______,
    ...faults
  } = verdict;
  return Object.fromEntries(
    Object.entries(faults).filter(([, found]) => (Array.isArray(found) ? found.length : found)),
  );
};

/** The number of files opened at a time, because after an hour there are thousands. */
const AT_ONCE = 8;

/** Returns whether a file can be read to its end. */
async function isWhole(name: string, bytes: Buffer): Promise<boolean> {
  try {
    // Elements are on the first line, where they come from is on the second.
    if (name.endsWith('.json.gz')) for (const line of gunzipSync(bytes).toString().split('\n')) JSON.parse(line);
    else if (/\.(png|jpe?g|webp)$/.test(name)) await sharp(bytes, { failOn: 'error' }).stats();
    return bytes.length > 0;
  } catch {
    return false;
  }
}

async function brokenFile(storage: Storage, key: string): Promise<boolean> {
  const bytes = await storage.get(key).catch(() => null);
  return bytes === null || !(await isWhole(key, bytes));
}

/** Returns the keys of all files in the store, without the small ones of the health check. */
async function filesIn(storage: Storage): Promise<string[]> {
  const PAGE = 1000;
  const keys: string[] = [];
  for (;;) {
    const page = await storage.list(keys.at(-1) ?? '', PAGE);
    keys.push(...page.map(({ key }) => key));
    if (page.length < PAGE) return keys.filter((key) => !key.startsWith('probes/'));
  }
}

/** Makes every file look two hours older, so that the sweep considers it. */
const hoursLater = (ports: Ports): Ports => ({
  ...ports,
  storage: {
    ...ports.storage,
    list: async (after, limit) =>
      (await ports.storage.list(after, limit)).map((file) => ({ ...file, ageSeconds: file.ageSeconds + 7200 })),
  },
});

/** Returns the unexpected errors in the background’s log. */
const unexpectedIn = (log: string): string[] => log.split('\n').filter((line) => line.includes('"msg":"unexpected"'));

/** Repeats a call as long as it is rate limited. */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 429) throw error;
      await new Promise((again) => setTimeout(again, (error.body.retry_after ?? 1) * 1000));
    }
  }
}

/** Compares what was acknowledged with what is there, once the service is idle. */
export const verify = (ground: Ground, load: Load): Promise<Verdict> =>
  ground.asProcess((ports) => hold(ground, load, ports));

async function hold(ground: Ground, load: Load, ports: Ports): Promise<Verdict> {
  const { acknowledged } = load;
  const { storage } = ports;
  const db = new pg.Client({ connectionString: ground.databaseUrl });
  await db.connect();
  try {
    const rows = async (sql: string): Promise<Record<string, string>[]> => (await db.query(sql)).rows;
    const count = async (sql: string): Promise<number> => Number((await rows(sql))[0]?.count);
    const preparing = "SELECT count(*) FROM review WHERE status = 'preparing'";
    const pending = "SELECT count(*) FROM delivery WHERE status = 'pending'";
    const waiting = "SELECT count(*) FROM shot_request WHERE status = 'waiting'";
    const atRest = async () => (await count(preparing)) + (await count(pending)) + (await count(waiting)) === 0;
    await until(atRest, 'all work has ended').catch(() => {});

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
    const states = await rows('SELECT r.id, m.number, m.status FROM mark m JOIN review r USING (chain_id)');
    const verified = new Set(
      states.filter(({ status }) => status === 'verified').map((each) => `${each.id} ${each.number}`),
    );
    for (const { reviewId, markId } of acknowledged.verifications)
      if (!verified.has(`${reviewId} ${markId}`)) missing.push(`verification in ${reviewId}`);
    const accepted = new Set(
      (await rows(`SELECT body FROM suggestion WHERE status = 'accepted'`)).map(({ body }) => body),
    );
    for (const each of acknowledged.acceptances)
      if (!accepted.has(each.body)) missing.push(`accepted suggestion in ${each.reviewId}`);
    for (const each of acknowledged.decisions)
      if (!decided.has(`${each.reviewId} ${each.number} ${each.outcome}`)) missing.push(`decision ${each.reviewId}`);

    // Every decision, even one whose answer was lost, must have reached the receiver under one delivery id.
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
    // Repeats creates with the same key, through the service itself.
    for (const each of acknowledged.reviews.slice(-20)) {
      const client = createClient({ baseUrl: ground.url, bearer: each.token });
      const again = await patiently(() => client.call('create_review', each.input, { idempotencyKey: each.key }));
      if (again.id !== each.id) doubledKeys.push(each.id);
    }

    // In a second pass the change is known, and no mark of the first is lost.
    const passes = await count(`SELECT count(*) FROM review WHERE parent_id IS NOT NULL AND status <> 'failed'`);
    const wrongPasses = await rows(
      `SELECT * FROM (
         SELECT r.id, r.source,
           (SELECT string_agg(concat(coalesce(s.change_kind::text, 'unknown'), CASE WHEN s.diff_key IS NULL THEN ', no difference' END,
                                     CASE WHEN s.elements_key IS NULL THEN ', no elements' END), '; ')
            FROM shot s WHERE s.review_id = r.id
              AND (s.change_kind IS DISTINCT FROM 'changed' OR s.diff_key IS NULL OR s.elements_key IS NULL)) AS shots,
           (SELECT string_agg(p.number::text, ', ') FROM mark_place p WHERE p.review_id = r.parent_id AND NOT EXISTS
              (SELECT 1 FROM mark_place q WHERE q.review_id = r.id AND q.number = p.number)) AS marks
         FROM review r WHERE r.parent_id IS NOT NULL AND r.status NOT IN ('failed', 'preparing')) pass
       WHERE shots IS NOT NULL OR marks IS NOT NULL`,
    );

    const before = await filesIn(storage);
    await cleanUpShots(hoursLater(ports), async () => {});
    const files = await filesIn(storage);
    const shots = await rows(
      `SELECT DISTINCT storage_key AS key FROM shot UNION ALL SELECT diff_key FROM shot WHERE diff_key IS NOT NULL
       UNION ALL SELECT elements_key FROM shot WHERE elements_key IS NOT NULL
       UNION ALL SELECT facts_key FROM shot WHERE facts_key IS NOT NULL`,
    );
    // Thumbnails and the strips of tall screenshots are made on their first request.
    const folders = new Set(shots.map(({ key }) => dirname(key ?? '')));
    const isLater = (key: string) => /\/(?:thumbnail|tile-\d+)\.\w+$/.test(key) && folders.has(dirname(key));
    const later = files.filter(isLater).map((key) => ({ key }));
    const brokenFiles: string[] = [];
    const stored = new Set(files);
    const inUse = [...shots, ...later.filter(({ key }) => stored.has(key ?? ''))].map(({ key }) => key ?? '');
    const toOpen = inUse.values();
    const open = async () => {
      for (const key of toOpen) if (await brokenFile(storage, key)) brokenFiles.push(key);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, open));
    const uploads = await rows('SELECT storage_key AS key FROM upload WHERE storage_key IS NOT NULL');
    const named = new Set([...shots, ...later, ...uploads].map(({ key }) => key));
    const documents = (await rows('SELECT file_key AS key FROM shot_request WHERE file_key IS NOT NULL')).map(
      ({ key }) => String(key),
    );
    const orphans = files.filter((key) => !named.has(key) && !documents.includes(key));
    for (const { id, token } of acknowledged.reviews.slice(-20)) {
      const { screenshots } = await createClient({ baseUrl: ground.url, bearer: token }).call('get_review', { id });
      for (const url of screenshots.flatMap((each) => [each.url, each.thumbnail_url])) {
        const answer = await fetch(url);
        if (!answer.ok || !(await isWhole('any.png', Buffer.from(await answer.arrayBuffer())))) brokenFiles.push(url);
      }
    }
    const unexpected = unexpectedIn(ground.logged());
    for (const line of unexpected.slice(0, 5)) console.log(line.slice(0, 1500));
    return {
      acknowledged: load.count(),
      missing,
      decisions: decisions.length,
      lostDecisions,
      duplicates: ground.received.length - [...ids.values()].reduce((sum, of) => sum + of.size, 0),
      changedIds,
      wrongCredits,
      doubledKeys,
      passes,
      wrongPasses: wrongPasses.map(
        ({ id, source, shots, marks }) =>
          `${id}, ${source}: screenshots ${shots ?? 'right'}; marks lost: ${marks ?? 'none'}`,
      ),
      files: shots.length,
      brokenFiles,
      stuck: await count(preparing),
      unendedShots: await count(waiting),
      documents: [...documents, ...files.filter((name) => name.endsWith('.pdf'))],
      swept: before.length - files.length,
      orphans,
      leaks: load.leaks,
      unfit: load.unfit,
      unexpected: unexpected.map((line) => line.slice(0, 300)),
    };
  } finally {
    await db.end();
  }
}

/** Returns a summary in one line. */
export const inWords = (verdict: Verdict): string =>
  `${verdict.acknowledged} acknowledged writes, ${verdict.missing.length} missing; ${verdict.decisions} decisions, ` +
  `${verdict.lostDecisions.length} lost, ${verdict.duplicates} duplicates (${verdict.changedIds.length} with another id); ` +
  `${verdict.wrongCredits.length} workspaces with wrong credits; ${verdict.doubledKeys.length} keys doubled; ` +
  `${verdict.passes} second passes, ${verdict.wrongPasses.length} wrong; ` +
  `${verdict.files} files named by rows, ${verdict.brokenFiles.length} broken; ${verdict.stuck} reviews and ` +
  `${verdict.unendedShots} screenshots stuck; ${verdict.documents.length} documents left; ${verdict.swept} files without a ` +
  `row swept, ${verdict.orphans.length} left; ${verdict.unfit.length} answers of 500 or without Retry-After`;
