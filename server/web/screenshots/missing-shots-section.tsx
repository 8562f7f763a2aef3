import { ownAddress } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import { Section } from '../shared/section.tsx';
import { strings } from '../strings.ts';
import { missingShots } from './missing-shots.ts';

const words = strings.shots;

export function MissingShots() {
  const view = useReview().view();
  const missing = missingShots(view);
  if (view.previous === null || missing.length === 0) return null;
  return (
    <Section title={words.missing} count={missing.length} open>
      <p class="quiet lead">
        {words.missingLead(missing.map(({ label }) => label))}{' '}
        <a href={ownAddress(view.previous.review_url)}>{strings.banner.previous(view.previous.pass)}</a>
      </p>
    </Section>
  );
}
