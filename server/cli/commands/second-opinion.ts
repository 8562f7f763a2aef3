import type { Output } from '../../contract/client.ts';
import { defineCommand } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { readId, readNumber, readRules } from '../parse.ts';
import { poll } from '../poll.ts';
import { renderOpinion } from '../render-opinion.ts';
import type { Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';
import { plural } from '../text.ts';

type Review = Output<'get_review'>;

/** Waits until every requested screenshot was checked. @throws CommandError when that takes too long */
async function waitForOpinion(session: Session, terminal: Terminal, asked: Review): Promise<Review> {
  const { id } = asked;
  terminal.onInterrupt(`It continues without you. See its findings with: sightline show ${id}`);
  return poll(asked, {
    read: () => session.call('get_review', { id }),
    isDone: ({ second_opinion: opinion }) => (opinion?.waiting ?? 0) === 0,
    progress({ second_opinion: opinion }) {
      const { waiting, done, failed } = opinion ?? { waiting: 0, done: 0, failed: 0 };
      return waiting === 0 ? '' : `Checking: ${done + failed} of ${plural(waiting + done + failed, 'screenshot')} done`;
    },
    note: (line) => terminal.note(line),
    minutes: 10,
    late: `It is not done yet. See its findings later with: sightline show ${id}`,
  });
}

export const secondOpinion = defineCommand({
  name: 'second-opinion',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Run the checklist on the screenshots of an open review',
  details:
    'Waits for the findings and prints them. The reviewer sees them beside the screenshots. The exit code is 1 when a screenshot could not be checked.',
  examples: ['sightline second-opinion 01J9ZC3V7W8X9Y0Z1A2B3C4D5E --skip tiny-text,small-target'],
  options: {
    screenshot: { type: 'string', value: 'N', help: 'Only this screenshot, by the number that show gives (from 0)' },
    skip: {
      type: 'string',
      multiple: true,
      value: 'RULES',
      help: 'Leave these rules out this time, with commas between',
    },
    'no-model': { type: 'boolean', help: 'Ask no model, where the service has one' },
    'no-wait': { type: 'boolean', help: 'Do not wait for the findings' },
  },
  async run(context, words, values) {
    const id = readId(words);
    const session = context.session();
    const done = await session.call('second_opinion', {
      id,
      ...(values.screenshot === undefined
        ? {}
        : { screenshot_index: readNumber(values.screenshot, '--screenshot', 0, 999) }),
      ...(values.skip === undefined ? {} : { skip_rules: readRules(values.skip) }),
      ...(values['no-model'] === true ? { model: false } : {}),
    });
    if (values['no-wait'] === true) {
      const text = `${plural(done.queued, 'screenshot')} will be checked. See the findings in a few seconds: sightline show ${id}`;
      return { document: done, text };
    }
    const review = await waitForOpinion(session, context.terminal, done.review);
    const failed = review.second_opinion?.failed ?? 0;
    return {
      document: { ...done, review },
      text: renderOpinion(context.terminal, review),
      exitCode: failed > 0 ? exitCode.error : 0,
    };
  },
});
