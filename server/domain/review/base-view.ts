import type { BaseChange, EarlierApproval, NoiseRule, RemovedScreenshot } from '../../contract/base.ts';
import { byLabel } from '../../contract/by-label.ts';
import type { Review, Screenshot } from '../../contract/review.ts';
import { describeBase } from '../base/choose.ts';
import { chosenBaseOf, readBaseRequest } from '../base/store.ts';
import { rulesCovering } from '../noise/rules.ts';
import type { Ports } from '../ports.ts';
import { readAreas } from '../shot/change.ts';
import { byBaseLabel, byLabelBefore } from '../shot/moved-page.ts';
import type { ShownApproval, ShownNoise, ShownShot, Whole } from './shown-rows.ts';
import { imageUrl, iso, toScreenshot } from './wire-format.ts';

const toApproval = (
  row: (Omit<ShownApproval, 'shotId' | 'decidedAt'> & { decidedAt: string | Date }) | undefined,
): EarlierApproval | null =>
  row === undefined
    ? null
    : {
        review_id: row.reviewId,
        reference: row.reference,
        revision: row.revision,
        outcome: row.outcome,
        decided_by: row.decidedBy,
        verified_login: row.verifiedLogin,
        decided_at: iso(row.decidedAt),
      };

type ShownRule = Pick<
  ShownNoise,
  'id' | 'label' | 'reason' | 'approval' | 'reference' | 'revision' | 'decidedBy' | 'verifiedLogin'
> &
  Record<'createdAt' | 'expiresAt', string | Date> & { decidedAt: string | Date | null };

/** Returns a rule as it is on the wire. */
export const toNoiseRule = ({ approval, decidedAt, ...row }: ShownRule): NoiseRule => ({
  id: row.id,
  label: row.label,
  reason: row.reason,
  created_at: iso(row.createdAt),
  expires_at: iso(row.expiresAt),
  approved_in:
    approval === null || decidedAt === null
      ? null
      : toApproval({ ...row, reviewId: approval, outcome: 'approved', decidedAt }),
});

/** Returns whether a rule counts for a review at `at`: now, or when the review was decided. */
const countsAt = ({ own, decidedAt, createdAt, expiresAt }: ShownNoise, at: Date): boolean =>
  new Date(expiresAt) > at && new Date(own ? createdAt : (decidedAt ?? createdAt)) <= at;

/** How many of the rules that make a change noise are shown: each of them suffices. */
const MAX_RULES = 5;
/** The more its approval proves, the earlier a rule is shown. */
const rankOf = ({ own, verifiedLogin }: ShownNoise): number => (verifiedLogin !== null ? 0 : own ? 1 : 2);

/** Returns the rules by which a change needs no look. */
function noiseIn(shot: ShownShot, before: ShownShot | undefined, rules: readonly ShownNoise[]): NoiseRule[] {
  if (before === undefined || shot.baseShare === null || rules.length === 0) return [];
  const { width, height, baseShare: share } = shot;
  const patterns = rules
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((row) => ({ ...row, areas: readAreas(row.areas) }));
  const covering = rulesCovering({ width, height, before, share, areas: readAreas(shot.baseAreas) }, patterns);
  return covering.slice(0, MAX_RULES).map(toNoiseRule);
}

function toImage({ label, url, thumbnail_url, width, height, viewport, tile_height, sha256 }: Screenshot) {
  return { label, url, thumbnail_url, width, height, viewport, tile_height, sha256 };
}

/** What a review shows of its base. */
export interface BaseView {
  base: Review['base'];
  removed: RemovedScreenshot[];
  changeOf(shot: ShownShot): BaseChange | null;
}

/**
 * `isMade`: no screenshot of the review is awaited, so those that it lacks were removed. Without a base, these are those
 * of the previous pass.
 */
export function toBaseView(ports: Ports, whole: Whole, isMade: boolean): BaseView {
  const { row, shots, requests, approvals, decision } = whole;
  const request = readBaseRequest(row);
  const chosen = request === null ? null : chosenBaseOf(row);
  const own = shots.filter((shot) => shot.reviewId === row.id);
  const now = chosen === null ? byLabelBefore(own) : byBaseLabel(own);
  const keys = new Map([...now].map(([key, shot]) => [shot.id, key]));
  const before = byLabel(shots.filter((shot) => shot.reviewId === (chosen?.id ?? row.parentId)));
  const at = decision === null ? ports.clock() : new Date(decision.decidedAt);
  const noise = whole.noise.filter((rule) => countsAt(rule, at));
  // A rule is for one screenshot: where several have its label, it counts for none.
  const rulesFor = ({ label }: ShownShot) =>
    own.filter((each) => each.label === label).length > 1 ? [] : noise.filter((rule) => rule.label === label);
  const approved = new Map(approvals.map((approval) => [approval.shotId, approval]));
  // What could not be taken was not removed, and neither were the pages of a PDF beyond those that are shown.
  const failed = new Set(requests.map(({ label }) => label));
  const areAllShown = !own.some(({ noticeCodes }) => noticeCodes.includes('pages_not_shown'));
  // Without the screenshots of the base nothing is known of those that were removed.
  const isCompared = chosen !== null && isMade && before.size > 0 && own.every(({ baseKind }) => baseKind !== null);
  return {
    base: request === null ? null : describeBase(request, chosen, isCompared),
    removed: !(chosen === null ? isMade : isCompared)
      ? []
      : [...before]
          .filter(
            ([key, { label, pageNumber }]) =>
              !now.has(key) && !failed.has(label) && (areAllShown || pageNumber === null),
          )
          .map(([, shot]) => ({
            ...toImage(toScreenshot(ports, shot)),
            approved_in: toApproval(approved.get(shot.id)),
          })),
    changeOf(shot) {
      if (shot.baseKind === null || chosen === null) return null;
      const earlier = before.get(keys.get(shot.id) ?? '');
      return {
        kind: shot.baseKind,
        share: shot.baseShare,
        diff_url: shot.baseDiffKey === null ? null : imageUrl(ports, shot.capability, `base-difference-${chosen.id}`),
        areas: readAreas(shot.baseAreas),
        before: earlier === undefined ? null : toImage(toScreenshot(ports, earlier)),
        approved_in: shot.baseKind === 'identical' ? null : toApproval(approved.get(shot.id)),
        noise: shot.baseKind === 'changed' ? noiseIn(shot, earlier, rulesFor(shot)) : [],
      };
    },
  };
}
