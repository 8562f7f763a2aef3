import type { Input } from '../../contract/client.ts';
import type { Review } from '../../contract/review.ts';
import { invalid, notFound, wrongState } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { effectiveStatus } from '../review/rules.ts';
import { findReview } from '../review/store.ts';
import { storedStatus, toReview } from '../review/view.ts';
import { listShots } from '../shot/store.ts';
import { insertFindings, reserveNumbers } from './store.ts';

export async function addFindings(ports: Ports, actor: ClientActor, input: Input<'add_findings'>): Promise<Review> {
  return ports.transaction(async (tx) => {
    const row = await findReview(tx, actor.workspaceId, input.id);
    if (row === null) throw notFound();
    const status = effectiveStatus(storedStatus(row), row.expiresAt, ports.clock());
    if (status !== 'open' && status !== 'preparing') {
      throw wrongState(`Hints can be added before the decision only; this review is ${status}.`, { status });
    }
    const shots = new Set((await listShots(tx, row.workspaceId, [row.id])).map((shot) => shot.position));
    input.findings.forEach((finding, at) => {
      if (status === 'open' && finding.screenshot_index !== undefined && !shots.has(finding.screenshot_index)) {
        throw invalid(`findings[${at}].screenshot_index`, 'There is no shot with this index.');
      }
    });
    const first = await reserveNumbers(tx, row.workspaceId, row.id, input.findings.length);
    await insertFindings(
      tx,
      input.findings.map((finding, at) => ({
        reviewId: row.id,
        number: first + at,
        workspaceId: row.workspaceId,
        body: finding.body,
        severity: finding.severity ?? null,
        position: finding.screenshot_index ?? null,
        ...(finding.area === undefined ? {} : { area: finding.area }),
        relatedPin: finding.related_pin ?? null,
        source: 'client',
        rule: null,
      })),
    );
    return toReview(ports, tx, row);
  });
}
