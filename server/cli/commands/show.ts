import { defineCommand } from '../command.ts';
import { readId } from '../parse.ts';
import { renderReview } from '../render-review.ts';

export const show = defineCommand({
  name: 'show',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Show one review with its screenshots, marks and findings',
  options: {},
  async run(context, words) {
    const review = await context.session().call('get_review', { id: readId(words) });
    return { document: review, text: renderReview(context.terminal, review) };
  },
});
