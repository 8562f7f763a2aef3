import { isNoise } from '../../contract/needs-look.ts';
import { pullRequestOf } from '../../contract/reference.ts';
import { useReview } from '../review/use-review.ts';
import { Section } from '../shared/section.tsx';
import type { Review, Screenshot } from '../shared/types.ts';
import { words } from './base-strings.ts';
import { nameOf } from './counterpart.ts';
import { Noise } from './noise.tsx';
import { useSide } from './use-side.ts';

type Approval = NonNullable<Screenshot['base_change']>['approved_in'];

/** Says where a change was approved before, or nothing. */
const approvedWords = (approval: Approval): string =>
  approval === null
    ? ''
    : `, ${words.approvedIn(approval.outcome, pullRequestOf(approval.reference), approval.verified_login ?? approval.decided_by)}`;

function Row({ shot }: { shot: Screenshot }) {
  const controller = useReview();
  const side = useSide();
  const change = shot.base_change;
  if (change === null || change.kind === 'identical') return null;
  const show = () => {
    // The changes of the other side have other numbers.
    if (side !== 'base') controller.ui.change.value = null;
    controller.ui.compare.against.value = 'base';
    controller.goToShot(shot.index);
  };
  return (
    <li class="row base-row">
      <button type="button" class="row-main" onClick={show}>
        <span class="row-text">
          <span class="body">{shot.label}</span>
          <span class="facts-line">
            {words.kind[change.kind]}
            {approvedWords(change.approved_in)}
            {isNoise(shot) && words.noise.is}
          </span>
        </span>
      </button>
      <Noise shot={shot} show={show} />
    </li>
  );
}

function Rows({ review }: { review: Review }) {
  const { screenshots, removed_screenshots: removed } = review;
  const identical = screenshots.filter(({ base_change: change }) => change?.kind === 'identical').length;
  return (
    <>
      <ul class="rows">
        {screenshots.map((shot) => (
          <Row key={shot.index} shot={shot} />
        ))}
        {removed.map(({ label, approved_in }) => (
          <li key={label} class="row quiet">
            {`${label}: ${words.kind.removed}${approvedWords(approved_in)}`}
          </li>
        ))}
      </ul>
      {identical > 0 && <p class="quiet lead">{words.identical(identical)}</p>}
    </>
  );
}

/** Lists what merging would change: how the screenshots differ from the base, and what of it was approved before. */
export function BaseSection() {
  const view = useReview().view();
  const { review } = view;
  const { base } = review;
  if (base === null || review.status === 'preparing') return null;
  const changed = review.screenshots.filter(
    ({ base_change: change }) => change !== null && change.kind !== 'identical',
  );
  const count = changed.length + review.removed_screenshots.length;
  const name = nameOf(view, 'base');
  return (
    <Section title={words.title(base.branch)} {...(base.compared ? { count } : {})} open>
      <p class="quiet lead">
        {base.kind === 'none' ? words.none : !base.compared ? words.comparing : words.lead(name, base.reason)}
      </p>
      {base.compared && count === 0 && <p class="lead">{words.unchanged(name)}</p>}
      {base.compared && <Rows review={review} />}
    </Section>
  );
}
