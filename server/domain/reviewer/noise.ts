import { byLabel } from '../../contract/by-label.ts';
import type { Input } from '../../contract/client.ts';
import { recordByLink } from '../audit/record.ts';
import { readBaseRequest } from '../base/store.ts';
import { DomainError, invalid, notFound } from '../failure.ts';
import { newId } from '../ids.ts';
import { findNoiseRefusal } from '../noise/rules.ts';
import { endNoiseRule, findNoiseRule, type NoiseRow, putNoiseRule } from '../noise/store.ts';
import type { Handler, Tx } from '../ports.ts';
import { findReview } from '../review/store.ts';
import { toReview } from '../review/view.ts';
import { readAreas } from '../shot/change.ts';
import { byBaseLabel } from '../shot/moved-page.ts';
import { listShots } from '../shot/store.ts';
import { asReviewer, requirePermission, type Scene } from './as-reviewer.ts';

const DAY_MS = 86_400_000;

const conflict = (message: string): DomainError => new DomainError('conflict', message);

/** Returns the difference of a screenshot from the base. @throws DomainError where there is none that can be noise */
async function requireDifference(tx: Tx, { row }: Scene, { screenshot_index, base_id }: Input<'mark_noise'>) {
  const request = readBaseRequest(row);
  if (request === null || row.baseId === null) throw conflict('This review is compared with no baseline.');
  if (row.baseId !== base_id) throw conflict('The review is compared with another baseline now. Look at it again.');
  const shots = await listShots(tx, row.workspaceId, [row.id]);
  const [key, shot] = [...byBaseLabel(shots)].find(([, { position }]) => position === screenshot_index) ?? [];
  if (key === undefined || shot === undefined) {
    throw invalid('screenshot_index', 'There is no screenshot with this index.');
  }
  const before = byLabel(await listShots(tx, row.workspaceId, [row.baseId])).get(key);
  if (shot.baseKind !== 'changed' || shot.baseShare === null || before === undefined) {
    throw conflict('This screenshot does not differ from the baseline.');
  }
  const { label, width, height, baseShare: share } = shot;
  if (shots.filter((each) => each.label === label).length > 1) {
    throw conflict('Several screenshots have this label, and a noise rule is for one. Give each its own label.');
  }
  const areas = readAreas(shot.baseAreas);
  const refusal = findNoiseRefusal({ width, height, before, share, areas });
  if (refusal !== null) throw conflict(refusal);
  const { repository, name } = request;
  return { repository, name, label, width, height, share, areas: areas.map(({ causes: _, ...area }) => area) };
}

/** Makes a noise rule of how a screenshot differs from the base. */
export const markNoise: Handler<'mark_noise'> = (ports, actor, input) =>
  asReviewer(ports, actor, async (tx, scene) => {
    requirePermission(scene.can.decide, scene, 'The review is decided. Change the decision to call something noise.');
    const { row, now } = scene;
    const difference = await requireDifference(tx, scene, input);
    const { screenshots } = await toReview(ports, tx, row);
    const shown = screenshots.find(({ index }) => index === input.screenshot_index);
    // Otherwise rules could grow step by step, each by what the one before covers.
    if (shown?.base_change?.noise.some(({ approved_in }) => approved_in !== null)) {
      throw conflict('This counts as noise already. End that noise rule first to make another.');
    }
    const id = newId(now);
    await putNoiseRule(tx, {
      ...difference,
      id,
      workspaceId: row.workspaceId,
      reviewId: row.id,
      reason: input.reason,
      createdAt: now,
      expiresAt: new Date(now.getTime() + input.days * DAY_MS),
    });
    await recordByLink(tx, row, 'noise.marked', { rule: id, screenshot: input.screenshot_index, days: input.days });
  });

/** Returns whether a review with this base could show the rule: one of its name that is in force, or one of its chain. */
async function isShown(tx: Tx, { row, chain }: Scene, rule: NoiseRow): Promise<boolean> {
  const request = readBaseRequest(row);
  if (request?.repository !== rule.repository || request.name !== rule.name) return false;
  if (rule.approvedIn !== null) return true;
  return (await findReview(tx, row.workspaceId, rule.reviewId))?.chainId === chain.chainId;
}

/** Ends a noise rule, so that its differences count again. */
export const endNoise: Handler<'end_noise'> = (ports, actor, input) =>
  asReviewer(ports, actor, async (tx, scene) => {
    requirePermission(scene.can.decide, scene, 'The review is decided. Change the decision to end a noise rule.');
    const rule = await findNoiseRule(tx, scene.row.workspaceId, input.rule_id);
    if (rule === null || !(await isShown(tx, scene, rule))) throw notFound('noise rule');
    await endNoiseRule(tx, rule, scene.now);
    await recordByLink(tx, scene.row, 'noise.ended', { rule: rule.id });
  });
