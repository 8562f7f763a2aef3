import type { Output } from '../../contract/client.ts';
import { defineCommand } from '../command.ts';
import { line, moment, table } from '../text.ts';

type Summary = Output<'list_reviews'>['reviews'][number];

const row = (review: Summary): string[] => [
  review.id,
  moment(review.created_at),
  review.status.replaceAll('_', ' '),
  String(review.pass),
  String(review.outstanding_marks),
  line(review.title, 60),
];

export const list = defineCommand({
  name: 'list',
  arguments: '',
  count: [0, 0],
  summary: 'List the latest reviews, newest first',
  options: {
    reference: { type: 'string', value: 'TEXT', help: 'Only reviews of this reference' },
    search: { type: 'string', value: 'TEXT', help: 'Only reviews with these words in title, reference or revision' },
    all: { type: 'boolean', help: 'Every review, not only the 20 latest' },
  },
  async run(context, _, values) {
    const session = context.session();
    const { reference, search } = values;
    const only = { reference, search };
    let page = await session.call('list_reviews', only);
    const reviews = [...page.reviews];
    while (values.all === true && page.next_cursor !== null) {
      page = await session.call('list_reviews', { ...only, cursor: page.next_cursor });
      reviews.push(...page.reviews);
    }
    const more = page.next_cursor === null ? '' : '\nThere are more: add --all.';
    const rows = [['ID', 'CREATED', 'STATUS', 'PASS', 'TO FIX', 'TITLE'], ...reviews.map(row)];
    const none = reference || search ? 'No review matches.' : 'No reviews yet. Make one: sightline review FILE|URL';
    return {
      document: { reviews, next_cursor: page.next_cursor },
      text: reviews.length === 0 ? none : table(rows) + more,
    };
  },
});
