import { Section } from '../shared/section.tsx';
import { strings } from '../strings.ts';
import { useReview } from './use-review.ts';

/** Shows what to look at on this pass. Stays folded on this device. */
export function ContextSection() {
  const controller = useReview();
  const { review } = controller.view();
  if (review.context === null) return null;
  const key = `${review.id}:context`;
  return (
    <Section
      title={strings.context.title}
      open={controller.memory.get(key) !== 'folded'}
      onFold={(open) => {
        if (open) controller.memory.remove(key);
        else controller.memory.set(key, 'folded');
      }}
    >
      <p class="context" dir="auto">
        {review.context}
      </p>
    </Section>
  );
}
