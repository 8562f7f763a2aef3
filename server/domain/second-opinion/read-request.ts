import type { CheckRequest, Other } from '../../checklist/index.ts';
import { ReviewType } from '../../contract/review.ts';
import { Viewport } from '../../contract/source.ts';
import type { Ports } from '../ports.ts';
import type { ReviewRow } from '../review/store.ts';
import { readFacts } from '../shot/element-file.ts';
import type { ShotRow } from '../shot/store.ts';

const shotOf = (row: ShotRow): CheckRequest['shot'] => ({
  label: row.label,
  width: row.width,
  height: row.height,
  viewport: row.viewport === null ? null : Viewport.parse(row.viewport),
  pageNumber: row.pageNumber,
  pageUrl: row.pageUrl,
  notices: row.noticeCodes,
});

/** Reads everything that is stored about one screenshot, and the facts of the review's others. */
export async function readRequest(
  ports: Ports,
  review: ReviewRow,
  shot: ShotRow,
  shots: readonly ShotRow[],
): Promise<Pick<CheckRequest, 'review' | 'shot' | 'image' | 'facts' | 'others'>> {
  const image = await ports.storage.get(shot.storageKey);
  const facts = await readFacts(ports, shot);
  const others: Other[] = [];
  for (const row of shots) {
    const known = row.id === shot.id ? null : await readFacts(ports, row);
    if (known !== null) others.push({ shot: shotOf(row), facts: known });
  }
  const { title, context } = review;
  return { review: { type: ReviewType.parse(review.type), title, context }, shot: shotOf(shot), image, facts, others };
}
