import { defineCommand } from '../command.ts';
import { readId } from '../parse.ts';
import { renderDelivery } from './deliveries.ts';

export const redeliver = defineCommand({
  name: 'redeliver',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Send the newest decision to the webhook once more',
  options: {},
  async run(context, words) {
    const id = readId(words);
    const sent = await context.session().call('redeliver', { id }, { when: 'refused' });
    return { document: sent, text: `${renderDelivery(sent.delivery)}\nSee: sightline deliveries ${id}` };
  },
});
