import { randomUUID } from 'node:crypto';
import { type Input, type Output, ServiceError } from '../../contract/client.ts';
import { skippedSentence } from '../../contract/skipped-mark.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../failure.ts';
import { nextStep } from '../next-step.ts';
import { readId, readNumber } from '../parse.ts';
import type { Session } from '../session.ts';
import { plural } from '../text.ts';

type Marks = Input<'resolve_marks'>['marks'];

function readMarks(words: readonly string[], common: Omit<Marks[number], 'id'>): Marks {
  const marks = words.map((word) => {
    const [id = '', ...note] = word.split('=');
    const own = note.length === 0 ? {} : { note: note.join('=') };
    return { ...common, id: readNumber(id, 'A mark', 1, 1_000_000), ...own };
  });
  const twice = marks.find(({ id }, at) => marks.findIndex((other) => other.id === id) !== at);
  if (twice !== undefined) throw new UsageError(`Mark ${twice.id} is named twice.`);
  return marks;
}

/** Reports the marks. Repeating a report succeeds, because the first answer may have been lost. */
async function report(session: Session, id: string, marks: Marks): Promise<Output<'resolve_marks'>> {
  try {
    return await session.call('resolve_marks', { id, marks });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.body.error !== 'no_mark_changed') throw error;
    const skipped = error.body.skipped as Output<'resolve_marks'>['skipped'];
    if (!skipped.every(({ reason }) => reason === 'unchanged')) throw error;
    return { updated: 0, skipped, review: await session.call('get_review', { id }) };
  }
}

export const resolve = defineCommand({
  name: 'resolve',
  arguments: 'ID MARK[=NOTE]...',
  count: [2, 201],
  summary: 'Report marks as fixed',
  details:
    'Works while changes are requested. On the next pass the reviewer judges each: looks fixed, or not fixed yet.',
  examples: [
    'sightline resolve 01J9ZC3V7W8X9Y0Z1A2B3C4D5E 1 2 --note "Darker now"',
    'sightline resolve 01J9ZC3V7W8X9Y0Z1A2B3C4D5E 1="Darker now" 2="Moved up"',
  ],
  options: {
    note: { type: 'string', value: 'TEXT', help: 'What was done, for every mark without its own' },
    'in-progress': { type: 'boolean', help: 'They are being worked on, not fixed yet' },
    'after-image': { type: 'string', value: 'URL', help: 'https address of an image that shows the fix' },
  },
  async run(context, words, values) {
    const common: Omit<Marks[number], 'id'> = { status: values['in-progress'] === true ? 'in_progress' : 'resolved' };
    if (values.note !== undefined) common.note = values.note;
    if (values['after-image'] !== undefined) common.after_image = values['after-image'];
    const id = readId(words);
    const done = await report(context.session(), id, readMarks(words.slice(1), common));
    const skipped = done.skipped.map(skippedSentence);
    const updated = `${plural(done.updated, 'mark')} reported as ${common.status.replaceAll('_', ' ')}.`;
    return { document: done, text: [updated, ...skipped, nextStep(done.review)].join('\n') };
  },
});

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
