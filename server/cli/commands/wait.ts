import { defineCommand } from '../command.ts';
import { readId, readNumber } from '../parse.ts';
import { decidedResult } from '../review-result.ts';
import { waitForDecision } from '../wait-for-decision.ts';

export const wait = defineCommand({
  name: 'wait',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Wait for the decision, then print what to fix',
  details: 'Exit code 0: approved, 3: changes requested, 4: it ended without a decision, 5: --timeout is over.',
  options: { timeout: { type: 'string', value: 'MINUTES', help: 'Stop waiting after that (default: never)' } },
  async run(context, words, values) {
    const minutes = values.timeout === undefined ? null : readNumber(values.timeout, '--timeout', 1, 100_000);
    const introduce = ({ review_url }: { review_url: string }) => `The review’s link: ${review_url}`;
    const review = await waitForDecision(context.session(), context.terminal, readId(words), minutes, introduce);
    return decidedResult(context.terminal, review);
  },
});
