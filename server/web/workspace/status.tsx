import type { ReviewSummary } from '../../contract/review.ts';
import type { Delivery } from '../../contract/webhook.ts';
import { Icon, type IconName } from '../shared/icons.tsx';
import { workspace } from './strings.ts';

type Tone = 'good' | 'bad' | 'wait' | 'quiet';

const reviews: Record<ReviewSummary['status'], [Tone, IconName | null]> = {
  preparing: ['quiet', null],
  open: ['wait', null],
  approved: ['good', 'check'],
  changes_requested: ['bad', 'pen'],
  superseded: ['quiet', 'right'],
  expired: ['quiet', 'minus'],
  failed: ['bad', 'bang'],
  cancelled: ['quiet', 'close'],
};

const deliveries: Record<Delivery['status'], [Tone, IconName | null]> = {
  pending: ['wait', null],
  held: ['bad', 'minus'],
  delivered: ['good', 'check'],
  failed: ['bad', 'bang'],
  cancelled: ['quiet', 'close'],
};

function Status({ as: [tone, icon], word }: { as: [Tone, IconName | null]; word: string }) {
  return (
    <span class="status" data-tone={tone}>
      <span class="status-shape" aria-hidden="true">
        {icon !== null && <Icon name={icon} />}
      </span>
      {word}
    </span>
  );
}

export const ReviewState = ({ status }: { status: ReviewSummary['status'] }) => (
  <Status as={reviews[status]} word={workspace.status[status]} />
);

export const DeliveryState = ({ status }: { status: Delivery['status'] }) => (
  <Status as={deliveries[status]} word={workspace.webhook.status[status]} />
);
