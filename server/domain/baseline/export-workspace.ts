import type { Output } from '../../contract/client.ts';
import { DomainError } from '../failure.ts';
import { type ApprovedNoise, listNoiseMadeIn } from '../noise/store.ts';
import type { Handler, Ports } from '../ports.ts';
import { toNoiseRule } from '../review/base-view.ts';
import { checkCursor } from '../review/page-query.ts';
import { listFrom, type ReviewRow, readUnsent } from '../review/store.ts';
import { toUnsent } from '../review/unsent.ts';
import { show, toReview } from '../review/view.ts';
import { readAreas } from '../shot/change.ts';
import { toBaseline } from './view.ts';

type Exported = Output<'export_workspace'>;

const PAGE_SIZE = 20;

/** Reads in full what a page lists, without what was deleted in the meantime. */
async function readAll<Row, Read>(rows: Row[], read: (row: Row) => Promise<Read>): Promise<Read[]> {
  const found = rows.map((row) =>
    read(row).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'not_found') return null;
      throw error;
    }),
  );
  return (await Promise.all(found)).filter((each) => each !== null);
}

/** Returns what the reviewer has not sent yet; null when there is nothing. */
async function readUnsentOf(ports: Ports, row: ReviewRow): Promise<Exported['unsent'][number] | null> {
  const shown = readUnsent(row).length === 0 ? null : await show(ports, ports.db, row);
  return shown === null ? null : { review_id: row.id, ...(await toUnsent(ports, ports.db, row, shown.whole)) };
}

const toExportedRule = (row: ApprovedNoise): Exported['noise_rules'][number] => ({
  ...toNoiseRule(row),
  review_id: row.reviewId,
  ...{ repository: row.repository, name: row.name, width: row.width, height: row.height, share: row.share },
  areas: readAreas(row.areas).map(({ causes: _, ...area }) => area),
});

/** Returns the next reviews and baselines together, in the order they were made. */
export const exportWorkspace: Handler<'export_workspace'> = async (ports, actor, input) => {
  const { workspaceId } = actor;
  checkCursor(input.cursor);
  const query = { workspaceId, after: input.cursor, size: PAGE_SIZE + 1, withBaselines: true };
  const rows = await listFrom(ports.db, query);
  const page = rows.slice(0, PAGE_SIZE);
  const [baselines, reviews] = [page.filter((row) => row.isBaseline), page.filter((row) => !row.isBaseline)];
  const ids = reviews.map(({ id }) => id);
  const rules = await listNoiseMadeIn(ports.db, workspaceId, ids);
  return {
    workspace_id: workspaceId,
    exported_at: ports.clock().toISOString(),
    reviews: await readAll(reviews, (row) => toReview(ports, ports.db, row)),
    baselines: await readAll(baselines, ({ id }) => toBaseline(ports, ports.db, workspaceId, id)),
    unsent: (await Promise.all(reviews.map((row) => readUnsentOf(ports, row)))).filter((each) => each !== null),
    noise_rules: rules.map(toExportedRule),
    next_cursor: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
  };
};
