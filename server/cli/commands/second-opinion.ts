import { defineCommand } from '../command.ts';
import { readId, readNumber } from '../parse.ts';
import { plural } from '../text.ts';

export const secondOpinion = defineCommand({
  name: 'second-opinion',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Run the automated checks on the shots of an open review',
  details: 'What they find appears as hints beside the shots within seconds.',
  options: { shot: { type: 'string', value: 'N', help: 'Only this shot, by the number that show gives (from 0)' } },
  async run(context, words, values) {
    const id = readId(words);
    const only = values.shot === undefined ? {} : { screenshot_index: readNumber(values.shot, '--shot', 0, 39) };
    const done = await context.session().call('second_opinion', { id, ...only });
    return {
      document: done,
      text: `${plural(done.queued, 'shot')} will be looked at. See the hints in a few seconds: sightline show ${id}`,
    };
  },
});
