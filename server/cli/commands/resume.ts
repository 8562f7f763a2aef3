import { defineCommand } from '../command.ts';
import { readId } from '../parse.ts';

export const resume = defineCommand({
  name: 'resume',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Resume a webhook that five failures have paused',
  options: {},
  async run(context, words) {
    const id = readId(words);
    const review = await context.session().call('resume_webhook', { id });
    return {
      document: review,
      text: `The webhook is on again; a decision that was held back is being sent. See: sightline deliveries ${id}`,
    };
  },
});
