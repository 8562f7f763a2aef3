import { randomUUID } from 'node:crypto';
import { captureOptions, readCapture } from '../capture-options.ts';
import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { CommandError } from '../failure.ts';
import { readId } from '../parse.ts';
import { additionsOf, readSource } from '../read-source.ts';
import { noticeLines, problemLines } from '../review-result.ts';
import { addAll, waitForShots } from '../submit.ts';
import { plural } from '../text.ts';

export const addScreenshot = defineCommand({
  name: 'add-screenshot',
  arguments: 'ID FILE|URL...',
  count: [2, 1000],
  summary: 'Add images, or pages to capture, to an open review',
  details: 'Takes PNG, JPEG or WebP files, or http(s) addresses. A review holds up to 1,000 screenshots.',
  examples: ['sightline add-screenshot 01J9ZC3V7W8X9Y0Z1A2B3C4D5E error.png --label "Card refused"'],
  options: {
    label: { type: 'string', multiple: true, value: 'TEXT', help: 'Label of each image, in order' },
    ...captureOptions,
  },
  async run(context, words, values) {
    const { terminal } = context;
    const id = readId(words);
    const source = await readSource(words.slice(1), readCapture(values), values.label ?? [], context);
    const additions = additionsOf(source);
    const session = context.session();
    const before = await session.call('get_review', { id });
    if (!(await addAll(session, terminal, before, additions, randomUUID()))) {
      throw new CommandError('ended', `Review ${id} takes no more screenshots. See why: sightline show ${id}`);
    }
    const review = await waitForShots(session, terminal, before);
    const added = review.screenshots.length - before.screenshots.length;
    const problems = problemLines({ problems: review.problems.slice(before.problems.length) });
    const text = [
      `Added ${plural(added, 'screenshot')} to review ${id}, which has ${review.screenshots.length}.`,
      ...problems.map((problem) => `Not made: ${problem}`),
      ...noticeLines({ screenshots: review.screenshots.slice(before.screenshots.length) }),
      review.review_url,
    ].join('\n');
    return { document: review, text, exitCode: exitCodeOf(review) };
  },
});
