import { randomUUID } from 'node:crypto';
import { defineCommand } from '../command.ts';
import { readId, readNumber } from '../parse.ts';

export const reply = defineCommand({
  name: 'reply',
  arguments: 'ID MARK TEXT',
  count: [3, 3],
  summary: 'Write below a mark, or ask the reviewer about it',
  details: 'A question is shown to the reviewer at once. Replies change no decision.',
  examples: ['sightline reply 01J9ZC3V7W8X9Y0Z1A2B3C4D5E 3 "The blue of the brand, or that of links?" --question'],
  options: { question: { type: 'boolean', help: 'Ask the reviewer; `sightline wait` ends with the answer' } },
  async run(context, words, values) {
    const id = readId(words);
    const [, mark = '', body = ''] = words;
    const mark_id = readNumber(mark, 'A mark', 1, 1_000_000);
    const question = values.question === true;
    const input = { id, mark_id, body, question, client_reply_id: randomUUID() };
    const document = await context.session().call('reply_to_mark', input);
    const next = question ? `\nWait for the answer: sightline wait ${id}` : '';
    return { document, text: `${question ? 'Asked about' : 'Replied to'} mark ${mark_id}.${next}` };
  },
});
