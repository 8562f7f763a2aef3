import { z } from 'zod';
import { ReviewId } from './common.ts';
import { adds, defineOperation, perMinute } from './define-operation.ts';
import { ids, openReview } from './examples.ts';
import { Review } from './review.ts';
import { CaptureFields, ImageFields } from './source.ts';

export const addScreenshot = defineOperation({
  name: 'add_screenshot',
  title: 'Add a screenshot',
  description:
    'Adds one picture, or with `capture_url` + `page_url` the desktop and mobile views of a further page, to a review nobody has decided yet. A review holds up to 40 shots.',
  actor: 'client',
  rest: { method: 'POST', path: '/api/reviews/{id}/screenshots', success: 201 },
  tool: adds,
  limits: [perMinute(60)],
  limitGroup: 'screenshots_and_findings',
  input: z.object({ ...ReviewId.shape, ...ImageFields.partial().shape, ...CaptureFields.shape }),
  output: Review,
  errors: ['unauthenticated', 'not_found', 'too_large', 'invalid_request', 'invalid_state', 'rate_limited'],
  example: {
    description: 'A picture of a further state of the page, by its address.',
    input: {
      id: ids.first,
      image: 'https://preview.example.com/shots/checkout-error.png',
      label: 'Checkout · card refused',
    },
    output: openReview,
  },
});
