import { repositoryOf } from '../../contract/reference.ts';
import { recordByToken } from '../audit/record.ts';
import { findBaseline, listBaselineRows, listNewestBaselines, listUnstable, type UnstableRow } from '../base/store.ts';
import { notFound } from '../failure.ts';
import { endNoiseRule as end, findNoiseRule, listNoiseInForce } from '../noise/store.ts';
import type { Handler } from '../ports.ts';
import { listBindings } from '../repository/store.ts';
import { toNoiseRule } from '../review/base-view.ts';
import { eraseReview, removeErased } from '../review/erase-review.ts';
import { checkCursor } from '../review/page-query.ts';
import { findPass } from '../review/store.ts';
import { requireRecorder } from './record.ts';
import { toBaseline, toBaselineSummary } from './view.ts';

export const getBaseline: Handler<'get_baseline'> = (ports, actor, input) =>
  toBaseline(ports, ports.db, actor.workspaceId, input.id);

const PAGE_SIZE = 20;

/** Returns the latest baselines, newest first. A cursor is the id of the last one seen. */
export const listBaselines: Handler<'list_baselines'> = async (ports, { workspaceId }, { cursor, ...only }) => {
  checkCursor(cursor);
  const rows = await listBaselineRows(ports.db, { workspaceId, ...only, before: cursor, size: PAGE_SIZE + 1 });
  const page = rows.slice(0, PAGE_SIZE);
  return {
    baselines: page.map(toBaselineSummary),
    next_cursor: rows.length > PAGE_SIZE ? (page.at(-1)?.reviewId ?? null) : null,
  };
};

const DAY_MS = 86_400_000;
/** For how long it is remembered that a label varied. */
const REMEMBERED_DAYS = 30;

const toUnstable = ({ label, commit, variants, runs, lastSeenAt }: UnstableRow) => ({
  ...{ label, commit, variants, runs },
  last_seen_at: lastSeenAt.toISOString(),
});

/** Returns what is known of each repository: its newest baselines, and what varies without a change of the code. */
export const listRepositories: Handler<'list_repositories'> = async (ports, { workspaceId }) => {
  const now = ports.clock();
  const since = new Date(now.getTime() - REMEMBERED_DAYS * DAY_MS);
  const [newest, unstable, bindings, noise] = await Promise.all([
    listNewestBaselines(ports.db, workspaceId),
    listUnstable(ports.db, workspaceId, since),
    listBindings(ports.db, workspaceId),
    listNoiseInForce(ports.db, workspaceId, now),
  ]);
  // Jobs name their repository by its id, which stays the same when it is renamed.
  const titles = new Map(bindings.map(({ repositoryId, repository }) => [repositoryOf(repositoryId), repository]));
  return {
    repositories: [...Map.groupBy(newest, ({ repository }) => repository)].map(([repository, own]) => ({
      repository,
      title: titles.get(repository) ?? repository,
      names: [...Map.groupBy(own, ({ name }) => name)].map(([name, baselines]) => {
        const isOf = (row: { repository: string; name: string }) => row.repository === repository && row.name === name;
        return {
          name,
          baselines: baselines.map(toBaselineSummary),
          unstable: unstable.filter(isOf).map(toUnstable),
          noise: noise.filter(isOf).map(toNoiseRule),
        };
      }),
    })),
  };
};

/** Deletes a baseline. Undecided reviews that were compared with it get another base. */
export const deleteBaseline: Handler<'delete_baseline'> = async (ports, actor, input) => {
  const { workspaceId } = actor;
  const erased = await ports.transaction(async (tx) => {
    const row = await findBaseline(tx, { workspaceId, reviewId: input.id });
    const review = row === null ? null : await findPass(tx, workspaceId, input.id);
    if (row === null || review === null) throw notFound('baseline');
    requireRecorder(actor, row);
    const erased = await eraseReview(ports, tx, review);
    if (erased === null) throw notFound('baseline');
    return erased;
  });
  await removeErased(ports, erased);
  return { id: input.id, deleted: true };
};

/** Ends a noise rule, so that its differences count again. */
export const endNoiseRule: Handler<'end_noise_rule'> = async (ports, actor, { rule_id }) => {
  await ports.transaction(async (tx) => {
    const rule = await findNoiseRule(tx, actor.workspaceId, rule_id);
    if (rule === null) throw notFound('noise rule');
    await end(tx, rule, ports.clock());
    await recordByToken(tx, actor, rule.reviewId, 'noise.ended', { rule: rule.id });
  });
  return { rule_id, ended: true };
};
