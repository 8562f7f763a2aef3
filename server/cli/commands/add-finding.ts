import type { Input } from '../../contract/client.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../failure.ts';
import { readChoice, readId, readNumber } from '../parse.ts';

type Finding = Input<'add_findings'>['findings'][number];

const severities = ['suggestion', 'a11y', 'polish'] as const;

function readArea(text: string): NonNullable<Finding['area']> {
  const [x = -1, y = -1, width = -1, height = -1, ...more] = text.split(',').map(Number);
  const isWrong = ![x, y, width, height].every((each) => each >= 0 && each <= 1) || more.length > 0;
  if (isWrong)
    throw new UsageError('--area must be X,Y,WIDTH,HEIGHT in fractions from 0 to 1, such as 0.5,0,0.5,0.25.');
  return { x, y, width, height };
}

export const addFinding = defineCommand({
  name: 'add-finding',
  arguments: 'ID TEXT',
  count: [2, 2],
  summary: 'Add a finding for the reviewer to look at before deciding',
  details: 'A finding is not a mark: the reviewer accepts or dismisses it.',
  examples: ['sightline add-finding 01J9ZC3V7W8X9Y0Z1A2B3C4D5E "The contrast is 2.1:1" --severity a11y --screenshot 0'],
  options: {
    severity: { type: 'string', value: 'SEVERITY', help: `${severities.join(', ')}` },
    screenshot: { type: 'string', value: 'N', help: 'The screenshot, by the number that show gives (from 0)' },
    area: { type: 'string', value: 'X,Y,WIDTH,HEIGHT', help: 'Where on it, in fractions from 0 to 1' },
    mark: { type: 'string', value: 'N', help: 'The mark that it belongs to' },
  },
  async run(context, words, values) {
    const id = readId(words);
    const finding: Finding = { body: words[1] ?? '' };
    if (values.severity !== undefined) finding.severity = readChoice('--severity', severities, values.severity);
    if (values.screenshot !== undefined)
      finding.screenshot_index = readNumber(values.screenshot, '--screenshot', 0, 999);
    if (values.area !== undefined) finding.area = readArea(values.area);
    if (values.mark !== undefined) finding.related_pin = readNumber(values.mark, '--mark', 1, 1_000_000);
    const review = await context.session().call('add_findings', { id, findings: [finding] }, { when: 'refused' });
    return { document: review, text: `Added the finding to review ${id}.\n${review.review_url}` };
  },
});
