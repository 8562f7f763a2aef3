import { goneShots, ownAddress } from '../review/derive.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { Section } from './section.tsx';

const words = strings.shots;

/** Shots of the previous pass that this one has none of the same name for. */
export function GoneShots() {
  const view = useDesk().view();
  const gone = goneShots(view);
  if (view.previous === null || gone.length === 0) return null;
  return (
    <Section title={words.gone} count={gone.length} open>
      <p class="quiet lead">
        {words.goneLead(gone.map(({ label }) => label))}{' '}
        <a href={ownAddress(view.previous.review_url)}>{strings.banner.previous(view.previous.pass)}</a>
      </p>
    </Section>
  );
}
