import { defineCommand } from '../command.ts';
import { moment, table } from '../text.ts';

export const billing = defineCommand({
  name: 'billing',
  arguments: '',
  count: [0, 0],
  summary: 'Show the credits left and what reviews cost',
  options: {},
  async run(context) {
    const { plan, credits, costs, webhooks_paused, token_expires_at } = await context.session().call('get_billing', {});
    const left = credits.left === null ? 'unlimited' : `${credits.left} of ${credits.allowance ?? '?'}`;
    const rows = [
      ['plan', plan],
      ['credits left', left],
      ['refill', moment(credits.refills_at)],
      [
        'a review costs',
        Object.entries(costs)
          .map(([kind, cost]) => `${kind} ${cost}`)
          .join(', '),
      ],
      ...(webhooks_paused === 0 ? [] : [['webhooks', `${webhooks_paused} paused (sightline resume)`]]),
      ...(token_expires_at === null ? [] : [['token ends', moment(token_expires_at)]]),
    ];
    return { document: { plan, credits, costs, webhooks_paused, token_expires_at }, text: table(rows) };
  },
});
