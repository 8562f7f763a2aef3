import type { Review } from '../../../../server/contract/review.ts';
import { newReview, newSecret } from './review.ts';
import type { Bench, Registered } from './start-app.ts';

/** Opens a next pass as an agent does over MCP: the service knows it, and nobody registers it. */
export function openNextPass(bench: Pick<Bench, 'service'>, parent: Registered, fields: Partial<Review>) {
  const secret = newSecret();
  const review = newReview({ parent_id: parent.review.id, pass: 2, ...fields });
  bench.service.put(secret, review);
  bench.service.put(
    parent.secret,
    { ...parent.review, status: 'superseded', next_pass_id: review.id },
    {
      id: review.id,
      pass: 2,
      secret,
    },
  );
  return { ...parent, review, secret };
}
