import type { Output } from '../../contract/client.ts';
import { defineCommand } from '../command.ts';
import { readId } from '../parse.ts';
import { line, moment } from '../text.ts';

type Delivery = Output<'list_deliveries'>['deliveries'][number];

/** Renders one delivery of a decision with every attempt. */
function renderDelivery(delivery: Delivery): string {
  const next = delivery.next_attempt_at === null ? '' : `, next attempt ${moment(delivery.next_attempt_at)}`;
  const attempts = delivery.attempts.map(({ at, status, error, duration_ms: took }) => {
    const answer = status === null ? 'no answer' : `answered ${status}`;
    return `  ${moment(at)}  ${answer} in ${took} ms${error === null ? '' : `: ${line(error, 200)}`}`;
  });
  return [`${delivery.id}  decision ${delivery.decision}: ${delivery.status}${next}`, ...attempts].join('\n');
}

export const deliveries = defineCommand({
  name: 'deliveries',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Show the webhook deliveries of a review, newest first',
  options: {},
  async run(context, words) {
    const listed = await context.session().call('list_deliveries', { id: readId(words) });
    const text = listed.deliveries.map(renderDelivery).join('\n');
    return { document: listed, text: text === '' ? 'Nothing was sent: no webhook, or no decision yet.' : text };
  },
});

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
