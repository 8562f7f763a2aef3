import { expect, test } from 'vitest';
import { refuseCall } from '../../../server/api/mcp/refusals.ts';
import { DomainError, notFound, wrongState } from '../../../server/domain/failure.ts';
import type { Ports } from '../../../server/domain/ports.ts';

test.each([
  ['get_review', notFound(), 'list_reviews names the reviews of this workspace'],
  ['reply_to_mark', notFound('mark'), 'get_review with the same id lists the marks'],
  ['reply_to_mark', new DomainError('conflict', 'Full.'), 'do what the message says'],
  ['get_baseline', notFound('baseline'), 'list_baselines names the baselines of this workspace'],
  ['redeliver', wrongState('Paused.'), 'list_deliveries shows each attempt'],
  ['resolve_marks', wrongState('Decided.'), 'get_review shows the state of the review'],
])('%s says what to do next: %s', (tool, error, next) => {
  const { isError, content } = refuseCall({} as Ports, 'request', tool, error);
  const [body, said] = content.map((each) => (each.type === 'text' ? each.text : ''));
  expect([isError, JSON.parse(body ?? '').error]).toEqual([true, error.code]);
  expect(said).toContain(`Next: ${next}`);
});
