import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { Section } from './section.tsx';

/** What to look at on this pass; folded once, it stays folded on this device. On a phone it lies in the pass's menu. */
export function ContextSection() {
  const desk = useDesk();
  const { review } = desk.view();
  if (review.context === null || desk.screen.phone.value) return null;
  const key = `${review.id}:context`;
  return (
    <Section
      title={strings.context.title}
      open={desk.memory.get(key) !== 'folded'}
      onFold={(open) => {
        if (open) desk.memory.remove(key);
        else desk.memory.set(key, 'folded');
      }}
    >
      <p class="context" dir="auto">
        {review.context}
      </p>
    </Section>
  );
}
